/** Writes docs/report.schema.json from src/publish/report-schema.ts; with `--check` it only compares. */
import * as z from 'zod/mini'
import { reportSchema } from '../src/publish/report-schema.ts'
import { keepGenerated } from './generated.ts'

const schema = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' })
const text = `${JSON.stringify({ title: 'Report of Merge Queue Gate', ...schema }, null, 2)}\n`

keepGenerated('docs/report.schema.json', text, 'the code says', 'npm run docs')
