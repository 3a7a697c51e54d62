import { sql } from 'kysely'
import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import { deviceStates as states, statePoint, stateTag } from '../../../contract/telemetry/index.ts'
import type { Db } from '../../database/index.ts'

/** Message that created a tag. */
interface Origin {
  readonly firstSeenAt: Date
  /** MQTT client that sent it. */
  readonly publisher: string
}

const words = { en: 'Device state', zh: '设备状态' }

/** Stores missing state tags of devices. `origin`: set if a message of an undeclared device created them. */
export async function insertStateTags(db: Db, devices: readonly DeviceRef[], origin?: Origin): Promise<void> {
  if (devices.length === 0) return
  await sql`
    insert into tag (path, project, device, point, unit, kind, min, max, writable, en, zh, first_seen_at, publisher)
    select path, project, device, ${statePoint}, '', 'number', ${states.notActivated}, ${states.offline}, false, ${words.en}, ${words.zh}, ${origin?.firstSeenAt ?? null}::timestamptz, ${origin?.publisher ?? null}::text
    from unnest(${devices.map(stateTag)}::text[], ${devices.map(({ project }) => project)}::text[], ${devices.map(({ device }) => device)}::text[]) as new (path, project, device)
    where exists (select from project where id = new.project) on conflict (path) do nothing`.execute(db)
}
