import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { device } from '../../../../contract/platform/device.ts'
import type { Db } from '../../../database/index.ts'
import { createLog } from '../../../log.ts'
import { systemContext } from '../../base/requestContext.ts'
import { createTagAlarms } from './index.ts'

test('an import of devices does not search all open alarms for each row', () => {
  let searches = 0
  // The hooks do not use the database, so the pool never connects.
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })
  const { hooks } = createTagAlarms({
    db,
    broker: { onFrame: () => () => undefined },
    alarmStore: {
      isOpen: () => false,
      listWithFault: () => {
        searches++
        return []
      },
      raise: () => undefined,
      clear: () => undefined,
    },
    log: createLog('error'),
    now: Date.now,
    isAlone: true,
  })
  for (let index = 0; index < 100; index++)
    void hooks['device']?.afterWrite?.({
      author: systemContext,
      entity: device,
      action: 'create',
      id: `d${index}`,
      project: 'works',
      after: { plantDevice: `pump-${index}`, name: `Pump ${index}` },
    })
  expect(searches).toBe(0)
})
