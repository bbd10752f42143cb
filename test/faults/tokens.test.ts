import { describe, expect, test } from 'vitest'
import { quarantinedTests, submittedPullRequest } from './answers.js'
import { errorsOf, expectFailure, expectPass, gate, type Result } from './gate.ts'
import { answer, startFaults } from './server.js'

const API_TOKEN = "api-\"tok\\en&<of>'tests'~/+%7f"
const GITHUB_TOKEN = 'ghs_16C7e42F292c6912E7710c838347Ae178B4a'

/** A token as somebody else would write it. */
const WAYS: [string, (token: string) => string][] = [
  ['raw', token => token],
  ['base64', token => Buffer.from(token).toString('base64')],
  ['base64 of a user and it', token => Buffer.from(`api:${token}`).toString('base64')],
  ['base64 of a header', token => Buffer.from(`x-api-token: ${token}`).toString('base64')],
  ['base64 for URLs', token => Buffer.from(`a${token}z`).toString('base64url')],
  ['URL', encodeURIComponent],
  ['form', token => new URLSearchParams({ t: token }).toString().slice(2)],
  ['JSON', token => JSON.stringify(token).slice(1, -1)],
  ['JSON of PHP', token => JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
  ['XML', token => entities(token, "'", '&apos;')],
  ['HTML', token => entities(token, "'", '&#39;')],
  ['a shell', token => token.replaceAll("'", "'\\''")],
  ['a shell, with backslashes', token => token.replace(/\W/g, '\\$&')],
  ['split by something invisible', token => [...token].join('\u200b')],
]

function entities(token: string, quote: string, by: string): string {
  return token
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(quote, by)
}

/** All that a step tells, but for the commands that have something masked. */
function toldBy(result: Result): string[] {
  const { stdout, stderr, outputs, summary, files } = result
  const log = stdout.replace(/^::add-mask::.*$/gm, '')
  return [log, stderr, ...Object.values(outputs), summary, ...Object.values(files)]
}

function expectUntold(result: Result): void {
  for (const token of [API_TOKEN, GITHUB_TOKEN]) {
    for (const [way, write] of WAYS) {
      const core = write(token).slice(4, -4)
      for (const text of toldBy(result)) expect(text.includes(core), `${way} of a token was told`).toBe(false)
    }
    // Whoever takes out again what was put between its characters must not hold it either.
    for (const text of toldBy(result)) expect(text.replace(MARKS, ''), 'a token was told').not.toContain(token)
  }
  for (const file of Object.values(result.files)) JSON.parse(file)
}

const MARKS = /\u200b|&#8203;|(?:<|&lt;)U\+200B(?:>|&gt;)|\\u200b/g

const inputs = { 'api-token': API_TOKEN, 'github-token': GITHUB_TOKEN }

describe.for([
  ['api-token', API_TOKEN],
  ['github-token', GITHUB_TOKEN],
] as const)('%s', ([, token]) => {
  test.concurrent('in every form in what is shown of answers', async () => {
    const title = WAYS.map(([, write]) => write(token)).join(' ')
    const rows = WAYS.map(([, write]) => ({ name: `a ${write(token)} z`, codeowners: [`@${write(token)}`] }))
    const server = await startFaults({
      script: {
        getSubmittedPullRequest: answer({ body: { ...submittedPullRequest, prTitle: title, prAuthor: title } }),
        'list-quarantined-tests': answer({ body: { ...quarantinedTests, quarantined_tests: rows } }),
      },
    })
    const result = await gate(server.url, { inputs: { ...inputs, read: 'pull-request, quarantined-tests' } })
    await server.close()
    expectUntold(result)
    expect(result).toMatchObject({ exitCode: 0, outputs: { conclusion: 'passed' } })
    expect(result.files).not.toEqual({})
  })

  test.concurrent('in every form in a test report, which no answer is', async () => {
    const texts = WAYS.map(([, write]) => entities(write(token), "'", '&apos;'))
    const cases = texts.map(
      text => `<testcase name="a ${text} z"><failure message="b ${text} y">c ${text} x</failure></testcase>`,
    )
    const server = await startFaults({ script: { 'list-quarantined-tests': answer({ body: quarantinedTests }) } })
    const result = await gate(server.url, {
      inputs: {
        ...inputs,
        read: 'quarantined-tests',
        require: 'no-blocking-failures',
        'junit-paths': 'report.xml',
        'test-outcome': 'failure',
      },
      workspace: { 'report.xml': `<testsuite>${cases.join('\n')}</testsuite>` },
    })
    await server.close()
    expectUntold({ ...result, files: { report: JSON.stringify(result.report) } })
    expect(result).toMatchObject({ exitCode: 1, outputs: { conclusion: 'failed', reason: 'blocking-failures' } })
    // All of it was there to be told.
    for (const text of [result.stdout, result.summary]) expect(text).toMatch(/b .*\*\*\*.* y/)
    expect(result.outputs['blocking-tests']).toMatch(/a .*\*\*\*.* z/)
    expect(JSON.stringify(result.report)).toMatch(/a .*\*\*\*.* z/)
  })

  test.concurrent.for(WAYS)('in an error of the service: %s', async ([, write]) => {
    const server = await startFaults({
      script: { getSubmittedPullRequest: answer({ status: 400, body: `you sent ${write(token)} to us` }) },
    })
    const result = await gate(server.url, { inputs })
    await server.close()
    expectUntold(result)
    expectFailure(result, 'request-refused', /you sent .*\*\*\*.* to us/)
  })

  test.concurrent.for([
    'test-run-id',
    'target-branch',
    'organization',
    'repository',
    'repository-host',
    'pull-request',
    'endpoint',
    'report-file',
    'require',
    'wait-timeout',
    'summary',
  ])('pasted into `%s`: an input error that does not tell it', async name => {
    for (const write of [(text: string) => text, encodeURIComponent, (text: string) => `${'x'.repeat(110)}${text}`]) {
      const result = await gate('http://127.0.0.1:9', { inputs: { ...inputs, [name]: write(token) } })
      expectUntold(result)
      expect(result).toMatchObject({ exitCode: 1, outputs: { conclusion: 'failed', reason: 'bad-input' } })
      expect(errorsOf(result)).toEqual([
        `Input \`${name}\` holds one of the two tokens, which belong into \`api-token\` and \`github-token\` and nowhere else. Take it out.`,
      ])
    }
  })
})

test.each(['abcde', '.*+?^$()|[]{}\\/', '$&$1$`', '(((((((', '::::::::'])(
  'a token of odd characters is masked and cut out: %s',
  async token => {
    const server = await startFaults({
      script: { getSubmittedPullRequest: answer({ body: { ...submittedPullRequest, prTitle: `a ${token} z` } }) },
    })
    const result = await gate(server.url, { inputs: { 'api-token': token } })
    await server.close()
    expectPass(result)
    expect(result.stdout.split('\n')).toContain(`::add-mask::${token.replaceAll('%', '%25')}`)
    expect(toldBy(result).some(text => text.includes(token))).toBe(false)
    expect(result.summary).toContain('a *** z')
  },
)
