import type { Entity } from '../../../../contract/entity/define.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { createFault } from '../validationErrors.ts'

/** Returns an error for each stored secret whose address changes while the secret is not entered again. */
export function findMovedSecrets(
  { fields }: Entity,
  before: EntityValues,
  after: EntityValues,
  secrets: Readonly<Record<string, unknown>>,
): ReturnType<typeof createFault>[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'secret' &&
    before[name] &&
    secrets[name] === undefined &&
    field.sentTo?.some((address) => before[address] !== after[address] && (after[address] ?? '') !== '')
      ? [
          createFault(name, 'required', {
            en: 'Enter this again: the address has changed',
            zh: '地址已更改，请重新输入',
          }),
        ]
      : [],
  )
}
