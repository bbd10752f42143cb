/**
 * Pictures for the pages: `npm run pictures` plays scenarios of the demo with the sources at hand. It writes each
 * summary, or the comment and the commit status, as a page to docs/pictures/*.html. A headless Chromium then makes
 * pictures of each page, light and dark. With `--html` it writes the pages only; `-- phone` adds pictures of phone
 * width to look at, under the system's temp folder.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { PAGES, pageNamed } from './picture-pages.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'docs/pictures')
const THEMES = ['light', 'dark'] as const
/** GitHub's column of a job summary, and a phone. */
const WIDTHS = { desktop: 1012, phone: 390 }
/** Places to look for a browser after CHROME_PATH. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const { values, positionals } = parseArgs({ options: { html: { type: 'boolean' } }, allowPositionals: true })
const browser = values.html ? null : findBrowser()
if (browser === undefined) {
  console.error(
    'Pictures need Chromium or Chrome: put it on the PATH, or name it in CHROME_PATH. (`--html` goes without.)',
  )
  process.exitCode = 1
} else {
  fs.mkdirSync(FOLDER, { recursive: true })
  for (const name of Object.keys(PAGES)) fs.writeFileSync(pageFile(name), await pageNamed(name, 'src/index.ts'))
  if (browser !== null) await takePictures(browser, positionals.includes('phone'))
}

async function takePictures(executable: string, withPhone: boolean): Promise<void> {
  const tab = await openTab(executable)
  try {
    for (const [name, { until }] of Object.entries(PAGES)) {
      for (const theme of THEMES) {
        const snapshot = await tab.snapshot({ file: pageFile(name), width: WIDTHS.desktop, until, theme })
        fs.writeFileSync(path.join(FOLDER, `${name}-${theme}.png`), snapshot)
        console.log(`docs/pictures/${name}-${theme}.png: ${Math.ceil(snapshot.length / 1000)} kB`)
        if (!withPhone) continue
        const file = path.join(os.tmpdir(), `merge-queue-gate-${name}-${theme}-phone.png`)
        fs.writeFileSync(file, await tab.snapshot({ file: pageFile(name), width: WIDTHS.phone, until: null, theme }))
        console.log(file)
      }
    }
  } finally {
    await tab.close()
  }
}

function pageFile(name: string): string {
  return path.join(FOLDER, `${name}.html`)
}

function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const onPath = BROWSERS.flatMap(name => folders.map(folder => path.join(folder, name)))
  return [process.env['CHROME_PATH'] ?? '', ...onPath].find(file => file !== '' && fs.existsSync(file))
}

interface Tab {
  /** A PNG of the page, from its top on. */
  snapshot(shot: Shot): Promise<Buffer>
  close(): Promise<void>
}

/** A tab of a headless browser that the DevTools protocol drives. */
async function openTab(executable: string): Promise<Tab> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-pictures-'))
  const flags = ['--headless', '--disable-gpu', '--hide-scrollbars', '--remote-debugging-port=0', '--no-first-run']
  // Chromium's sandbox does not work for root, as in a container. None is needed: the pages are our own.
  if (process.getuid?.() === 0) flags.push('--no-sandbox')
  const child = spawn(executable, [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise(settle => child.once('close', settle))
  const close = async () => {
    child.kill()
    await ended
    fs.rmSync(profile, { recursive: true, force: true })
  }
  try {
    const address = new URL(await listening(child.stderr))
    const response = await fetch(`http://${address.host}/json/list`)
    const tabs = (await response.json()) as { type: string; webSocketDebuggerUrl: string }[]
    const send = await connect(tabs.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '')
    return { snapshot: shot => snapshot(send, shot), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The address that a browser prints once it listens. */
function listening(stderr: NodeJS.ReadableStream): Promise<string> {
  return new Promise((settle, reject) => {
    let text = ''
    stderr.setEncoding('utf8')
    stderr.on('data', chunk => {
      text += chunk
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (address) settle(address)
    })
    stderr.once('end', () => reject(new Error(`The browser did not start: ${text.trim().slice(-500)}`)))
  })
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: { result?: Record<string, unknown>; error?: { message: string } }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
  })
  await new Promise((settle, reject) => {
    socket.addEventListener('open', settle)
    socket.addEventListener('error', () => reject(new Error('The browser does not take a connection')))
  })
  let last = 0
  return (method, params) =>
    new Promise((settle, reject) => {
      const id = ++last
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else settle(result ?? {})
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

interface Shot {
  file: string
  /** CSS pixels. */
  width: number
  until: string | null
  theme: (typeof THEMES)[number]
}

async function snapshot(send: Send, { file, width, until, theme }: Shot): Promise<Buffer> {
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] })
  await send('Emulation.setDeviceMetricsOverride', { width, height: 800, deviceScaleFactor: 1.5, mobile: false })
  await send('Page.navigate', { url: pathToFileURL(file).href })
  const clip = { x: 0, y: 0, width, height: await heightOf(send, until), scale: 1 }
  const { data } = await send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true })
  return Buffer.from(String(data), 'base64')
}

/** CSS pixels from the top to the heading, or to the end, once the page has loaded. */
async function heightOf(send: Send, until: string | null): Promise<number> {
  const expression = `new Promise(done => {
    const tell = () => {
      const heading = [...document.querySelectorAll('h3')].find(each => each.innerText.startsWith(${JSON.stringify(until)}))
      const article = document.querySelector('article')
      done(Math.ceil(heading ? heading.getBoundingClientRect().top - 8 : article.getBoundingClientRect().bottom))
    }
    if (document.readyState === 'complete') tell()
    else addEventListener('load', tell)
  })`
  const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  const value = typeof result === 'object' && result !== null && 'value' in result ? Number(result.value) : Number.NaN
  if (!(value > 0)) throw new Error('The page has no height')
  return value
}
