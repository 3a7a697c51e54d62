import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { createCommands } from '../../../server/services/devices/commands.ts'
import { createTagCatalogue } from '../../../server/services/devices/tagCatalogue.ts'
import { type OwnDatabase, openOwnDatabase } from '../../support/server/ownServices.ts'

let own: OwnDatabase
beforeAll(async () => {
  own = await openOwnDatabase('commands', createLog('error'))
})
afterAll(() => own?.close())

it('notifies a waiting caller when another server of the database has closed the command', async () => {
  const { db } = own.database
  const commands = createCommands({
    db,
    plant: createTagCatalogue(db, []),
    log: createLog('error'),
    checkPassword: async () => {},
    publish: async () => {},
    isOffline: () => false,
  })
  await db.insertInto('project').values({ id: 'yard', name: 'Yard', created_at: new Date() }).execute()
  await db
    .insertInto('tag')
    .values({
      path: 'yard/lamp/level',
      project: 'yard',
      device: 'lamp',
      point: 'level',
      unit: '',
      kind: 'number',
      writable: true,
      en: 'Level',
      zh: 'Level',
    })
    .execute()
  const stop = commands.start()
  try {
    const { id, state } = await commands.placeSystemCommand('one', { tag: 'yard/lamp/level', value: 1 })
    expect(state).toBe('sent')
    const end = commands.waitUntilClosed(id)
    await db.updateTable('command').set({ state: 'unknown' }).where('id', '=', id).execute()
    expect((await end).state).toBe('unknown')
    const closing = commands.waitUntilClosed(
      (await commands.placeSystemCommand('two', { tag: 'yard/lamp/level', value: 2 })).id,
    )
    await db.deleteFrom('command').where('idempotency_key', '=', 'two').execute()
    await expect(closing).rejects.toThrow()
  } finally {
    stop()
  }
}, 10_000)
