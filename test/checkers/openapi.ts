import { Ajv2020 } from 'ajv/dist/2020.js'

/** One request and what was answered. */
export interface Exchange {
  method: string
  /** Without the query. */
  path: string
  query: Record<string, string>
  /** Parsed JSON; undefined where there is none. */
  body: unknown
  answer: { status: number; body?: unknown }
}

interface Referring {
  $ref?: string
}
interface Content extends Referring {
  required?: boolean
  content?: Record<string, { schema: object; example?: unknown }>
}
interface Parameter extends Referring {
  in?: string
  name?: string
  required?: boolean
  schema?: object
}
export interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}
export interface Description {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}

const JSON_TYPE = 'application/json'

/** A check of exchanges against an OpenAPI description: what the request, and what its answer, violates of it. */
export function checkerOf(whole: Description): (exchange: Exchange) => string[] {
  // OpenAPI 3.0 has a mark of its own for null.
  const description: Description = JSON.parse(JSON.stringify(whole), (_, value) => {
    if (value?.nullable !== true) return value
    const { nullable, ...schema } = value
    return { anyOf: [schema, { type: 'null' }] }
  })
  const { paths, components } = description
  const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false })
  const texts = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true })
  const validators = new WeakMap<object, ReturnType<typeof ajv.compile>>()

  function resolved<T extends Referring>(part: T): T {
    if (part.$ref === undefined) return part
    const [kind = '', name = ''] = part.$ref.split('/').slice(2)
    return resolved(components[kind]?.[name] as T)
  }

  function wrong(what: string, schema: object, value: unknown, by = ajv): string[] {
    const validate = validators.get(schema) ?? by.compile({ ...schema, components })
    validators.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`)
  }

  function wrongQuery(parameters: Parameter[], query: Exchange['query']): string[] {
    const known = parameters.filter(each => each.in === 'query')
    const absent = known.filter(({ name = '', required }) => required && !(name in query))
    return [
      ...absent.map(({ name }) => `query.${name} is missing`),
      ...Object.entries(query).flatMap(([name, value]) => {
        const parameter = known.find(each => each.name === name)
        return parameter
          ? wrong(`query.${name}`, parameter.schema ?? {}, value, texts)
          : [`query.${name} is not described`]
      }),
    ]
  }

  return ({ method, path, query, body, answer }) => {
    // The path with the fewest parameters that fits.
    const template = Object.keys(paths)
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .find(each => new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    const operation = paths[template ?? '']?.[method.toLowerCase()]
    if (!operation) return ['is not described']
    const request = operation.requestBody && resolved(operation.requestBody).content?.[JSON_TYPE]
    const told = operation.responses[answer.status] ?? operation.responses['default']
    const response = told && resolved(told).content?.[JSON_TYPE]
    return [
      ...wrongQuery((operation.parameters ?? []).map(resolved), query),
      ...(request ? wrong('body', request.schema, body) : []),
      ...(told ? [] : [`an answer ${answer.status} is not described`]),
      ...(response ? wrong('answer', response.schema, answer.body) : []),
    ]
  }
}
