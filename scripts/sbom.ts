/**
 * Prints what the bundle holds, as CycloneDX: `npm run sbom`. npm lists the run-time packages of the lockfile; those of
 * which the build leaves nothing in the bundle get the scope `excluded`. The same commit gives the same text: it holds
 * neither a time nor a random number, nor the version of npm.
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { bundledPackages } from './bundled.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

interface Component {
  'bom-ref': string
  name: string
  group?: string
  version: string
  scope?: string
  properties?: { name: string; value: string }[]
}
interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: Component & { type: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=optional']
// The npm that runs this: on Windows its command is a batch file, which Node starts in a shell only.
const npm = process.env['npm_execpath']
const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
const text = execFileSync(command, [...first, ...args], {
  cwd: ROOT,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const bom: Bom = JSON.parse(text)
delete bom.serialNumber
delete bom.metadata.timestamp
delete bom.metadata.tools
// `--omit=dev` would omit packages that run-time and development ones share (npm 11), so npm's own mark decides.
const isDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
bom.components = bom.components.filter(component => !isDevelopment(component))
const refs = new Set([bom.metadata.component, ...bom.components].map(component => component['bom-ref']))
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => refs.has(each)) }))
// npm names the project after its folder.
bom.metadata.component.name = 'merge-queue-gate'

const bundled = bundledPackages(path.join(ROOT, 'dist'))
const isSame = (component: Component, each: { name: string; version: string }) =>
  (component.group ? `${component.group}/${component.name}` : component.name) === each.name &&
  component.version === each.version
for (const component of bom.components) {
  component.scope = bundled.some(each => isSame(component, each)) ? 'required' : 'excluded'
}
const missing = bundled.filter(each => !bom.components.some(component => isSame(component, each)))
if (missing.length > 0) {
  const names = missing.map(({ name, version }) => `${name} ${version}`)
  throw new Error(`in the bundle, but no run-time package of the lockfile: ${names.join(', ')}`)
}
console.log(JSON.stringify(bom, null, 2))
