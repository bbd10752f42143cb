/** Fails where the bundle is too large, loads too much, or the archive is too large: `node bench/sizes.ts`. */
import path from 'node:path'
import { missed, sizesOf, table } from './goals.ts'
import { ROOT, startService } from './step.ts'

const service = await startService()
const measures = sizesOf(service, path.join(ROOT, 'dist'), () => true)
service.stop()
console.log(table(measures, 0))
const failed = measures.filter(each => missed(each, 0))
for (const each of failed) console.error(`Too much: ${each.what}: ${each.said}, at most ${each.goalSaid}`)
if (failed.length > 0) process.exitCode = 1
