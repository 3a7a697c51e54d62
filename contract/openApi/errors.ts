import type { JsonSchema } from '../entity/jsonSchema.ts'
import type { ErrorEntry } from '../errors.ts'
import { errors } from '../errors.ts'

/** Schema of an error response body. */
export const errorSchema: JsonSchema = {
  type: 'object',
  required: ['code', 'msg', 'error'],
  properties: {
    code: {
      type: 'integer',
      description:
        '601 for invalid input. With status 401: 1 for an expired session, 2 for a session ended elsewhere. Otherwise the HTTP status.',
    },
    msg: { type: 'string' },
    error: {
      type: 'string',
      enum: Object.entries<ErrorEntry>(errors)
        .filter(([, { status }]) => status > 0)
        .map(([name]) => name),
    },
    problems: {
      type: 'array',
      description: 'Problems of the input, each with its path',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    detail: {
      type: 'object',
      description: 'Additional data for the client, such as retryAfterSeconds',
      additionalProperties: { type: ['string', 'number'] },
    },
  },
}

const byStatus = new Map<number, [string, ErrorEntry][]>()
for (const entry of Object.entries<ErrorEntry>(errors)) {
  if (entry[1].status > 0) byStatus.set(entry[1].status, [...(byStatus.get(entry[1].status) ?? []), entry])
}

/** One response per HTTP status, listing its errors with their words in both languages. */
export const errorResponses: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  [...byStatus].map(([status, entries]) => [
    `Refused${status}`,
    {
      description: entries.map(([name, { words }]) => `\`${name}\`: ${words.en} / ${words.zh}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
)

/** Returns references to the error responses of these statuses. */
export const errorResponseRefs = (statuses: readonly number[]): JsonSchema =>
  Object.fromEntries(
    statuses
      .filter((status) => byStatus.has(status))
      .map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }]),
  )
