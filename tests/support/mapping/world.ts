import { mappingTemplates } from '../../../contract/mapping/index.ts'
import { callEntity, call, sqlIn } from '../server/api.ts'
import type { RunningServer } from '../server/server.ts'

export const project = 'tunnel'

/** What the messages of a product are read with. */
export interface MappingSource {
  /** Id of a template. */
  readonly template?: string | undefined
  readonly mapping?: unknown
  readonly protocol?: string
}

export type MappingWorld = ReturnType<typeof createMappingWorld>

/** Creates products with mappings and their devices, and reads what became of their messages. */
export function createMappingWorld(server: RunningServer, admin: string) {
  let count = 0

  async function create(entity: string, values: Readonly<Record<string, unknown>>): Promise<string> {
    const created = await callEntity(server, entity, 'create', {
      token: admin,
      body: { ...(entity === 'device' ? { project } : {}), values },
    })
    if (created.status !== 200) throw new Error(created.text)
    return created.data.id
  }

  return {
    create,

    /** Creates product, mapping and devices with these names in messages. Returns the telemetry name of the first. */
    async connect(
      source: MappingSource,
      key: string,
      properties: readonly unknown[] = [],
      ...otherKeys: readonly string[]
    ): Promise<string> {
      const number = ++count
      const template = mappingTemplates.find(({ id }) => id === source.template)
      const definition = source.mapping ?? (template?.kind === 'mapping' ? template.mapping : undefined)
      const product = await create('product', {
        name: `Mapped ${number}`,
        code: `mapped-${number}`,
        category: 'sensor',
        nodeType: 'direct',
        transport: 'mqtt',
        properties,
      })
      if (definition !== undefined || source.protocol !== undefined)
        await create('mapping', {
          name: `Mapping ${number}`,
          product,
          protocol: source.protocol ?? 'mapping',
          ...(definition === undefined ? {} : { definition: JSON.stringify(definition) }),
        })
      for (const [index, name] of [key, ...otherKeys].entries())
        await create('device', {
          name,
          serial: `MAPPED-${number}-${index}`,
          messageKey: name,
          product,
          plantDevice: `mapped-${number}-${index}`,
        })
      return `mapped-${number}-0`
    },

    /** Creates a credential of a device. */
    async issue(device: string) {
      const { data } = await call(server, 'credential.create', {
        token: admin,
        body: { project, devices: [device] },
      })
      const [credential] = data.credentials
      if (!credential?.secret) throw new Error(`${device} has no credential`)
      return { username: credential.username, password: credential.secret }
    },

    /** The newest stored value; undefined if there is none. */
    async readNewest(device: string, point: string) {
      const [row] = await sqlIn(
        server,
        `select value, quality, text, at from tag_history where tag = (select id from tag where path = $1) order by at desc limit 1`,
        [`${project}/${device}/${point}`],
      )
      if (!row) return undefined
      const { value, quality, text, at } = row
      return { value: Number.isNaN(value) ? null : value, quality, text, at }
    },

    /** The state of a device row: 3 online, 4 offline. */
    readStatus: async (device: string) =>
      (await sqlIn(server, `select status from platform_device where plant_device = $1`, [device]))[0]?.['status'],

    isWritable: async (device: string, point: string) =>
      (await sqlIn(server, `select writable from tag where path = $1`, [`${project}/${device}/${point}`]))[0]?.[
        'writable'
      ] === true,

    order: async (device: string, point: string, value: number | string) =>
      (
        await call(server, 'command.send', {
          token: admin,
          headers: { 'idempotency-key': crypto.randomUUID() },
          body: { tag: `${project}/${device}/${point}`, value },
        })
      ).data,

    readState: async (id: string) => (await call(server, 'command.read', { token: admin, params: { id } })).data.state,
  }
}
