import { sql } from 'kysely'
import { type ErrorName, ApiError } from '../../../contract/errors.ts'
import { camera } from '../../../contract/lighting/camera.ts'
import { limits } from '../../../contract/limits.ts'
import type { CameraPicture, CameraStream } from '../../../contract/routes.ts'
import { entityTable, readable, type StoredRow } from '../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { createOutbound, type Guard, OutboundFailure } from '../../http/outbound/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext } from '../base/requestContext.ts'
import type { SecretBox } from '../base/secrets.ts'
import type { EntityHooks } from '../entities/hooks.ts'
import { createFault } from '../entities/validationErrors.ts'
import { createGateway, type GatewayOptions } from './gateway.ts'
import { type CameraMove, OnvifCamera, OnvifFault } from './onvif.ts'

export interface CamerasParts {
  readonly db: Db
  readonly secrets: SecretBox
  /** Allows the addresses that users enter. */
  readonly guard: Guard
  /** Undefined without a configured video gateway. */
  readonly gateway: GatewayOptions | undefined
  readonly log: Log
}

interface CameraRow {
  readonly project: string
  readonly source: string
  readonly rtspAddress: string
  readonly onvifAddress: string
  readonly username: string
  readonly password: string
}

const table = entityTable(camera, (text) => text)
const rtspPort = 554
/** Maximum number of cameras whose services are remembered. */
const maxDevices = 1000

/** Streams, pictures and movements of cameras. Passwords of cameras stay on the server. */
export function createCameras({ db, secrets, guard, gateway: options, log }: CamerasParts) {
  const outbound = createOutbound(guard, limits.camera.service)
  const pictures = createOutbound(guard, limits.camera.picture)
  const gateway = options && createGateway(options, outbound)
  const devices = new Map<string, { readonly key: string; readonly device: OnvifCamera }>()

  const read = async (id: string): Promise<CameraRow> => {
    const {
      rows: [stored],
    } = await sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where id = ${id}`.execute(db)
    if (!stored) throw new ApiError('object.missing')
    const { project = '', values } = toEntityRow(table, stored)
    const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
    const sealed = stored['password']
    return {
      project,
      source: toText(values['source']),
      rtspAddress: toText(values['rtspAddress']),
      onvifAddress: toText(values['onvifAddress']),
      username: toText(values['username']),
      password:
        typeof sealed === 'string' ? secrets.open(sealed, { table: table.name, column: 'password', row: id }) : '',
    }
  }
  const openDevice = async (id: string): Promise<OnvifCamera> => {
    const { onvifAddress, username, password } = await read(id)
    if (onvifAddress === '') throw new ApiError('camera.noOnvif')
    const key = JSON.stringify([onvifAddress, username, password])
    const known = devices.get(id)
    if (known?.key === key) return known.device
    if (devices.size >= maxDevices) devices.clear()
    const device = new OnvifCamera(onvifAddress, { username, password }, { outbound, pictures })
    devices.set(id, { key, device })
    return device
  }

  const hooks: EntityHooks = {
    /** The gateway forgets the password of a changed camera; its next viewer registers the camera again. */
    afterWrite({ id, before }) {
      devices.delete(id)
      if (before?.['source'] === 'rtsp')
        void gateway?.close(toStreamName(id)).catch((cause: unknown) => {
          log.warn('the video gateway did not remove a camera', { camera: id, cause: String(cause) })
        })
    },
  }

  return {
    hooks: { camera: hooks },

    /** Returns the project of a camera; undefined if it does not exist. */
    async findProject(id: string): Promise<string | undefined> {
      const {
        rows: [row],
      } = await sql<{ project: string }>`select project from ${sql.table(table.name)} where id = ${id}`.execute(db)
      return row?.project
    },

    /** Opens the RTSP stream of a camera at the video gateway. */
    async stream(id: string): Promise<CameraStream> {
      const { source, rtspAddress, username, password } = await read(id)
      if (source !== 'rtsp' || gateway === undefined) throw new ApiError('camera.gateway')
      return tolerate('rtspAddress', async () => {
        const { hostname, port } = new URL(rtspAddress)
        await guard(hostname, Number(port || rtspPort))
        return gateway.open(toStreamName(id), addLogin(rtspAddress, username, password))
      })
    },

    async snapshot(id: string): Promise<CameraPicture> {
      const device = await openDevice(id)
      return tolerate('onvifAddress', () => device.takePicture())
    },

    async move(caller: RequestContext, id: string, velocities: CameraMove): Promise<null> {
      const device = await openDevice(id)
      await tolerate('onvifAddress', () => device.move(velocities))
      const isStop = Object.values(velocities).every((each: number) => each === 0)
      if (!isStop)
        await audit(db, caller, { object: `camera/${id}`, action: 'camera.move', content: { ...velocities } })
      return null
    },
  }
}

export type Cameras = ReturnType<typeof createCameras>

const toStreamName = (id: string): string => `mimic-${id.toLowerCase()}`

/** Inserts user name and password into an RTSP address. */
function addLogin(address: string, username: string, password: string): string {
  if (username === '') return address
  const url = new URL(address)
  url.username = encodeURIComponent(username)
  url.password = encodeURIComponent(password)
  return url.href
}

const errorsByFailure: Readonly<Record<OutboundFailure['kind'], ErrorName>> = {
  address: 'data.address',
  forbidden: 'data.forbidden',
  unreachable: 'camera.failed',
  timeout: 'camera.failed',
  size: 'camera.failed',
  busy: 'limit.rate',
}

/** Turns failures of camera and gateway into errors that name the field with the address. */
async function tolerate<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    if (cause instanceof OutboundFailure)
      throw new ApiError(errorsByFailure[cause.kind], { problems: [createFault(field, cause.kind, cause.words)] })
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
    const words = { en: reason, zh: cause instanceof OnvifFault ? `摄像头应答：${reason}` : reason }
    throw new ApiError('camera.failed', { problems: [createFault(field, 'camera', words)] })
  }
}
