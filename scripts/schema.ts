/** Writes docs/report.schema.json from src/publish/report-schema.ts; with `--check` it only compares. */
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { reportSchema } from '../src/publish/report-schema.ts'

const FILE = path.resolve(import.meta.dirname, '../docs/report.schema.json')

const schema = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' })
const text = `${JSON.stringify({ title: 'Report of Merge Queue Gate', ...schema }, null, 2)}\n`

if (!process.argv.includes('--check')) fs.writeFileSync(FILE, text)
else if (fs.readFileSync(FILE, 'utf8') !== text) {
  console.error("docs/report.schema.json is not what the code says. Run 'npm run docs' and commit it.")
  process.exitCode = 1
}
