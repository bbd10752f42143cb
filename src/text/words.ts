import { grouped } from './message.ts'

/** A number with its noun: `1 entry`, `4,312 entries`. */
export function count(amount: number, one: string, many: string): string {
  return `${grouped(amount)} ${amount === 1 ? one : many}`
}

/** `1st`, `2nd`, `3rd`, `4th`, `11th`. */
export function ordinal(place: number): string {
  const teen = Math.floor(place / 10) % 10 === 1
  return `${place}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th'}`
}
