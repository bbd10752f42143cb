/**
 * The part of GitHub's command line that `release.yml` calls, over one file: `node gh.ts ARGUMENTS` with GH_STATE.
 * Unknown calls and filters are refused, so a change of the workflow has to come here, too.
 */
import fs from 'node:fs'

export interface Repository {
  /** Commits by tags. */
  tags: Record<string, string>
  releases: { tagName: string; isDraft: boolean }[]
  /** No call gets an answer. */
  isDown?: boolean
  /** The commit of a tag of the release's name that somebody pushes just before it is published. */
  tagMeanwhile?: string
}

/** Calls by their names in the record; each gives the lines that it prints, null if GitHub finds nothing. */
type Call = (repository: Repository, found: Record<string, string>) => string[] | null

const CALLS: [pattern: RegExp, call: Call][] = [
  [
    /^api repos\/o\/r\/git\/matching-refs\/tags\/(?<tag>\S+) --jq \.\[\] \| select\(\.ref == "refs\/tags\/\k<tag>"\) \| \.object\.sha$/,
    ({ tags }, { tag = '' }) => [tags[tag] ?? []].flat(),
  ],
  [
    /^api repos\/o\/r\/commits\/tags\/(?<tag>\S+) --jq \.sha$/,
    ({ tags }, { tag = '' }) => (tags[tag] ? [tags[tag]] : null),
  ],
  [
    /^release list --repo o\/r --limit 1000 --json tagName,isDraft --jq \.\[\] \| select\(\.tagName == "(?<tag>\S+)"\) \| \.isDraft$/,
    ({ releases }, { tag }) => releases.filter(({ tagName }) => tagName === tag).map(({ isDraft }) => `${isDraft}`),
  ],
  [
    /^release list --repo o\/r --exclude-drafts --limit 1000 --json tagName --jq \.\[\]\.tagName$/,
    ({ releases }) => releases.filter(({ isDraft }) => !isDraft).map(({ tagName }) => tagName),
  ],
  [
    /^release create (?<tag>\S+) release\/sbom\.cdx\.json --repo o\/r --draft --target 1{40} --title \k<tag> --notes-file release\/notes\.md$/,
    ({ releases }, { tag = '' }) => {
      releases.push({ tagName: tag, isDraft: true })
      return []
    },
  ],
  [
    /^release edit (?<tag>\S+) --repo o\/r --draft=false$/,
    ({ tags, releases, tagMeanwhile }, { tag = '' }) => {
      for (const release of releases) if (release.tagName === tag) release.isDraft = false
      // GitHub makes the tag at the target only where there is none.
      tags[tag] ??= tagMeanwhile ?? '1'.repeat(40)
      return []
    },
  ],
  [
    /^api repos\/o\/r\/git\/ref\/tags\/(?<tag>\S+) --silent$/,
    ({ tags }, { tag = '' }) => (Object.hasOwn(tags, tag) ? [] : null),
  ],
  [
    /^api --method (?:PATCH repos\/o\/r\/git\/refs\/tags\/(?<old>\S+)|POST repos\/o\/r\/git\/refs -f ref=refs\/tags\/(?<tag>\S+)) -f sha=(?<sha>\S+)(?: -F force=true)?$/,
    ({ tags }, { old, tag, sha = '' }) => {
      tags[old ?? tag ?? ''] = sha
      return []
    },
  ],
]

/** The lines of an answer, or why there is none. */
function answer(repository: Repository, call: string): string[] | string {
  if (repository.isDown) return 'HTTP 503'
  for (const [pattern, play] of CALLS) {
    const found = pattern.exec(call)
    if (found) return play(repository, { ...found.groups }) ?? 'Not Found (HTTP 404)'
  }
  return `not known here: ${call}`
}

const { GH_STATE } = process.env
if (GH_STATE !== undefined) {
  const repository: Repository = JSON.parse(fs.readFileSync(GH_STATE, 'utf8'))
  const told = answer(repository, process.argv.slice(2).join(' '))
  if (typeof told === 'string') {
    process.stderr.write(`gh: ${told}\n`)
    process.exitCode = 1
  } else {
    fs.writeFileSync(GH_STATE, JSON.stringify(repository))
    process.stdout.write(told.map(line => `${line}\n`).join(''))
  }
}
