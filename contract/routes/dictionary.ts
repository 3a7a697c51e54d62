import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'

const entry = z.object({ dictLabel: z.string(), dictValue: z.string(), dictLabelZh: z.string().nullable() })
/** One dictionary value, as used by forms. */
export type DictionaryEntry = z.output<typeof entry>

export const dictionaryRoutes = {
  /** The enabled entries of an enabled dictionary in order. Empty for an unknown type. */
  'dictionary.read': defineRoute({
    method: 'GET',
    path: '/system/dict/data/type/:type',
    policy: { roles: rolesFrom('operator'), scope: 'none' },
    params: z.strictObject({ type: z.string().regex(/^[\w.:-]{1,64}$/) }),
    answer: z.array(entry).readonly(),
  }),
}
