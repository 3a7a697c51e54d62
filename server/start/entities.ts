import type { Entity } from '../../contract/entity/define.ts'
import { createAlarms } from '../services/alarms/index.ts'
import { createChannels } from '../services/devices/channels/index.ts'
import { type Hooks, createEntityServices } from '../services/entities/index.ts'
import { postHooks, roleHooks } from '../services/identity/permissions.ts'
import { trendHooks } from '../services/devices/trends.ts'
import { createSceneVariables } from '../services/automation/sceneVariables/index.ts'
import { createCameras } from '../services/cameras/index.ts'
import { createLighting } from '../services/lighting/index.ts'
import { listAddresses, parseProtocols } from '../simulator/index.ts'
import type { StartContext } from './context.ts'
import type { Data } from './data.ts'
import type { Devices } from './devices.ts'
import type { DrawingParts } from './drawings.ts'
import type { Identity } from './identity.ts'
import { createPlatformServices } from './platformServices.ts'

export type EntityParts = Awaited<ReturnType<typeof openEntities>>

interface EntityDependencies {
  readonly data: Data
  readonly drawingParts: DrawingParts
  readonly identity: Identity
  readonly devices: Devices
}

/** Opens the rows of all entities, with the hooks of the services that act on their changes. */
export async function openEntities(
  { options, log, entities, stops }: StartContext,
  { data, drawingParts, identity, devices }: EntityDependencies,
) {
  const { db, database, secrets } = data
  const { broker, history, bridges, customTopics, mappings, plugins, undeclared } = devices
  const alarms = createAlarms({ db, broker, log, isAlone: database.embedded })
  const lighting = createLighting({ db, broker, history, alarmStore: alarms.store, log })
  const sceneVariables = createSceneVariables({ db, broker, history, log, isAlone: database.embedded })
  const channels = createChannels({
    db,
    broker,
    secrets,
    dataDir: options.dataDir,
    host: options.host,
    allowed: [...options.outboundAllowed, ...listAddresses(parseProtocols(options.plantProtocols))],
    log,
  })
  const cameras = createCameras({ db, secrets, guard: devices.guard, gateway: options.videoGateway, log })
  const platform = createPlatformServices({
    ownTopics: customTopics,
    mappings,
    plugins,
    tagAlarmHooks: alarms.tagHooks,
  })
  const hooks: Hooks = {
    ...alarms.hooks,
    ...lighting.hooks,
    ...platform.hooks,
    ...sceneVariables.hooks,
    ...bridges.hooks,
    ...trendHooks,
    accessChannel: channels.hooks,
    ...cameras.hooks,
    role: roleHooks(db, identity.sessions.notifyEnded),
    post: postHooks,
  }
  const rows = await createEntityServices({
    db,
    entities,
    secrets,
    log,
    bin: drawingParts.bin,
    hooks: pickHooks(hooks, entities),
    hasAutovacuum: database.hasAutovacuum,
  })
  stops.push(() => rows.stop())
  await undeclared.open(broker)
  return { rows, alarms, lighting, sceneVariables, channels, cameras, platformParts: platform }
}

/** Removes hooks of entities that a test does not use. */
const pickHooks = (hooks: Hooks, entities: readonly Entity[]): Hooks =>
  Object.fromEntries(Object.entries(hooks).filter(([name]) => entities.some((entity) => entity.name === name)))
