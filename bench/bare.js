/**
 * The cost of the same requests by Node's own client alone: no inputs, check, verdict or output. The measured steps are
 * compared with it; it is no goal. ENDPOINT is the stand-in of the service with the time that an answer takes;
 * ORGANIZATION has a list that is read to its end, page by page; POSTS is how many requests it has to come to.
 */
const { ENDPOINT = '', ORGANIZATION, POSTS } = process.env
const https = process.getBuiltinModule('node:https')
const agent = new https.Agent({ keepAlive: true })
let posts = 0
const repo = { host: 'github.com', owner: 'example', name: 'shop' }

if (ORGANIZATION) await readList(ORGANIZATION)
else await post('getSubmittedPullRequest', { repo, pr: { number: 1205 }, targetBranch: 'main' })
process.exit(posts === Number(POSTS) ? 0 : 1)

/** @param {string} organization */
async function readList(organization) {
  for (let token = '', pages = 0; pages === 0 || token !== ''; pages++) {
    const page_query = { page_size: 100, page_token: token }
    const page = await post('flaky-tests/list-quarantined-tests', { repo, org_url_slug: organization, page_query })
    token = page.page.next_page_token ?? ''
  }
}

/**
 * @param {string} operation
 * @param {object} body
 * @returns {Promise<any>}
 */
function post(operation, body) {
  posts++
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'x-api-token': 'stand-in-token',
  }
  return new Promise((resolve, reject) => {
    const request = https.request(`${ENDPOINT}/v1/${operation}`, { agent, method: 'POST', headers }, response => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(Buffer.concat(chunks).toString()))
        else reject(new Error(`answered ${response.statusCode}`))
      })
    })
    request.on('error', reject)
    request.end(text)
  })
}
