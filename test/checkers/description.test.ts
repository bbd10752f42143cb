import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { operationOfPath } from '../stand-in/service/operations.js'
import { readDescription } from './description.ts'

const description = readDescription()
const operations = Object.entries<{ post: Operation }>(description.paths)

interface Operation {
  operationId: string
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object; example?: unknown }> }>
}

test('is valid OpenAPI 3.1 whose references all lead somewhere', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(description))).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  expect(() => validator.resolveRefs()).not.toThrow()
  const used = JSON.stringify(description).matchAll(/"\$ref":"#\/components\/(\w+\/\w+)"/g)
  const defined = Object.entries<object>(description.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, parts]) => Object.keys(parts).map(name => `${kind}/${name}`))
  expect([...new Set([...used].map(([, part]) => part))].toSorted()).toEqual(defined.toSorted())
})

test('has the four operations, under the paths that the stand-in serves', () => {
  const described = operations.map(([path, { post }]) => [path, post.operationId])
  expect(Object.fromEntries(described)).toEqual(operationOfPath)
})

test.each(operations)('%s: the example is an answer by its own schema', (_, { post }) => {
  const { schema, example } = post.responses['200']?.content?.['application/json'] ?? {}
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } })
  const validate = ajv.compile({ ...schema, components: description.components })
  validate(example)
  expect(validate.errors).toBeNull()
})
