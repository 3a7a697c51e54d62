import { isRecord, readJson, writeJson } from './json.ts'
import { telemetryLimits } from './limits.ts'
import { isName, isPoint } from './tags.ts'
import { readTime } from './times.ts'

/** Value of a command: a number, with 1 and 0 for on and off, or a text. */
export type CommandValue = number | string

/** Sets one point to an absolute value. Devices ignore a repeated id, and a command after `expiresAt`. */
export interface Command {
  readonly id: string
  readonly point: string
  readonly value: CommandValue
  /** The requesting account. */
  readonly by: string
  readonly expiresAt: number
}
/**
 * Acknowledgement of a command. Here and below `at` is 0 if the sender's clock is broken; the message is still valid.
 */
export interface Ack {
  readonly id: string
  readonly ok: boolean
  /** Reason of a rejection. */
  readonly code?: string
  readonly at: number
}
/** Whether a device is online; also sent as its MQTT Will. */
export interface DeviceState {
  readonly online: boolean
  readonly at: number
}
/** Device states, by the numbers of the platform. */
export const deviceStates = { notActivated: 1, disabled: 2, online: 3, offline: 4 } as const
/** Number of a device state in `deviceStates`. */
export type DeviceStateNumber = (typeof deviceStates)[keyof typeof deviceStates]
/** The device state published by the server, and its time. Null: unknown. */
export interface DeviceStatus {
  readonly state: DeviceStateNumber | null
  readonly at: number
}
/** Whether a gateway is online, and its devices; also sent as its MQTT Will. */
export interface GatewayState extends DeviceState {
  readonly devices: readonly string[]
}
/** Heartbeat of the server. `at` is the server's clock, used by browsers. */
export interface Beacon {
  readonly at: number
  readonly seq: number
}

/** Command to download and install a firmware. Devices ignore a completed id, and a message after `expiresAt`. */
export interface Upgrade {
  readonly id: string
  readonly version: string
  readonly url: string
  readonly bytes: number
  /** Hexadecimal. Verify the download before installing it. */
  readonly sha256: string
  readonly expiresAt: number
}
export const progressStates = ['downloading', 'installing', 'done', 'failed'] as const
/** Progress of an upgrade. */
export interface Progress {
  readonly id: string
  readonly state: (typeof progressStates)[number]
  /** 0 to 100. */
  readonly percent: number
  /** Reason of a failure. */
  readonly code?: string
  readonly at: number
}

export const bindingActions = ['install', 'uninstall'] as const
export const bindingFacilities = ['pole', 'loop', 'sensor'] as const
/**
 * Command to a cabinet to add or remove a facility. Acknowledged by id like a command. Idempotent: each message
 * contains the complete data.
 */
export interface Binding {
  readonly id: string
  readonly action: (typeof bindingActions)[number]
  readonly facility: (typeof bindingFacilities)[number]
  /** Address of the facility, used with this protocol and, for a pole, this channel. */
  readonly address: string
  readonly protocol: number
  readonly channel?: number
  /** Only for a loop. */
  readonly group?: number
  /** The telemetry device of the facility, if any. */
  readonly device?: string
  readonly expiresAt: number
}

/** Reason why a message is rejected: too large, not UTF-8, not JSON, or with missing or invalid fields. */
export type MessageProblem = 'message.size' | 'message.text' | 'message.json' | 'message.shape'
/** The decoded message or its problem. */
export type Message<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: MessageProblem }

export const encodeCommand = ({ id, point, value, by, expiresAt }: Command): Uint8Array =>
  writeJson({ id, point, value, by, expiresAt })
export const encodeAck = ({ id, ok, code, at }: Ack): Uint8Array => writeJson({ id, ok, code, at })
export const encodeDeviceState = ({ online, at }: DeviceState): Uint8Array => writeJson({ online, at })
export const encodeDeviceStatus = ({ state, at }: DeviceStatus): Uint8Array => writeJson({ state, at })
export const encodeGatewayState = ({ online, devices, at }: GatewayState): Uint8Array =>
  writeJson({ online, devices, at })
export const encodeBeacon = ({ at, seq }: Beacon): Uint8Array => writeJson({ at, seq })

export const encodeUpgrade = ({ id, version, url, bytes, sha256, expiresAt }: Upgrade): Uint8Array =>
  writeJson({ id, version, url, bytes, sha256, expiresAt })
export const encodeBinding = ({
  id,
  action,
  facility,
  address,
  protocol,
  channel,
  group,
  device,
  expiresAt,
}: Binding): Uint8Array => writeJson({ id, action, facility, address, protocol, channel, group, device, expiresAt })
export const encodeProgress = ({ id, state, percent, code, at }: Progress): Uint8Array =>
  writeJson(code === undefined ? { id, state, percent, at } : { id, state, percent, code, at })

/** All decoders accept any bytes without throwing and ignore unknown keys, for compatibility with newer senders. */
export const decodeCommand = (bytes: Uint8Array): Message<Command> =>
  decode(bytes, ({ id, point, value, by, expiresAt: rawExpiresAt }) => {
    const expiresAt = readTime(rawExpiresAt)
    if (!isId(id) || !isPoint(point) || !isCommandValue(value) || !isId(by) || expiresAt === null) return undefined
    return { id, point, value, by, expiresAt }
  })

export const decodeAck = (bytes: Uint8Array): Message<Ack> =>
  decode(bytes, ({ id, ok, code, at: time }) => {
    const at = readTime(time) ?? 0
    if (!isId(id) || typeof ok !== 'boolean' || (code !== undefined && !isId(code))) return undefined
    return code === undefined ? { id, ok, at } : { id, ok, code, at }
  })

export const decodeUpgrade = (bytes: Uint8Array): Message<Upgrade> =>
  decode(bytes, ({ id, version, url, bytes: size, sha256, expiresAt: rawExpiresAt }) => {
    const expiresAt = readTime(rawExpiresAt)
    if (
      !isId(id) ||
      !isId(version) ||
      typeof url !== 'string' ||
      url.length > 2000 ||
      !isFiniteNumber(size) ||
      typeof sha256 !== 'string' ||
      !/^[0-9a-f]{64}$/.test(sha256) ||
      expiresAt === null
    )
      return undefined
    return { id, version, url, bytes: size, sha256, expiresAt }
  })

export const decodeBinding = (bytes: Uint8Array): Message<Binding> =>
  decode(
    bytes,
    ({
      id,
      action: actionName,
      facility: kind,
      address,
      protocol,
      channel,
      group,
      device,
      expiresAt: rawExpiresAt,
    }) => {
      const action = bindingActions.find((one) => one === actionName)
      const facility = bindingFacilities.find((one) => one === kind)
      const expiresAt = readTime(rawExpiresAt)
      if (!isId(id) || !action || !facility || !isId(address) || !isFiniteNumber(protocol) || expiresAt === null)
        return undefined
      if (
        (channel !== undefined && !isFiniteNumber(channel)) ||
        (group !== undefined && !isFiniteNumber(group)) ||
        (device !== undefined && !isName(device))
      )
        return undefined
      return {
        id,
        action,
        facility,
        address,
        protocol,
        ...(channel === undefined ? {} : { channel }),
        ...(group === undefined ? {} : { group }),
        ...(device === undefined ? {} : { device }),
        expiresAt,
      }
    },
  )

export const decodeProgress = (bytes: Uint8Array): Message<Progress> =>
  decode(bytes, ({ id, state, percent, code, at: time }) => {
    const matched = progressStates.find((one) => one === state)
    if (
      !isId(id) ||
      matched === undefined ||
      !isFiniteNumber(percent) ||
      percent < 0 ||
      percent > 100 ||
      (code !== undefined && !isId(code))
    )
      return undefined
    const at = readTime(time) ?? 0
    return code === undefined ? { id, state: matched, percent, at } : { id, state: matched, percent, code, at }
  })

export const decodeDeviceState = (bytes: Uint8Array): Message<DeviceState> =>
  decode(bytes, ({ online, at }) => (typeof online === 'boolean' ? { online, at: readTime(at) ?? 0 } : undefined))

export const decodeDeviceStatus = (bytes: Uint8Array): Message<DeviceStatus> =>
  decode(bytes, ({ state, at }) => {
    const matched = state === null ? null : Object.values(deviceStates).find((each) => each === state)
    return matched === undefined ? undefined : { state: matched, at: readTime(at) ?? 0 }
  })

export const decodeGatewayState = (bytes: Uint8Array): Message<GatewayState> =>
  decode(bytes, ({ online, devices, at }) => {
    if (typeof online !== 'boolean' || !Array.isArray(devices) || devices.length > telemetryLimits.message.devices)
      return undefined
    return devices.every(isName) ? { online, devices, at: readTime(at) ?? 0 } : undefined
  })

export const decodeBeacon = (bytes: Uint8Array): Message<Beacon> =>
  decode(bytes, ({ at: time, seq }) => {
    const at = readTime(time)
    return at !== null && isFiniteNumber(seq) ? { at, seq } : undefined
  })

function decode<T>(bytes: Uint8Array, read: (message: Readonly<Record<string, unknown>>) => T | undefined): Message<T> {
  if (bytes.length > telemetryLimits.message.bytes) return { problem: 'message.size' }
  const json = readJson(bytes)
  if (json.problem) return { problem: `message.${json.problem}` }
  const value = isRecord(json.value) ? read(json.value) : undefined
  return value === undefined ? { problem: 'message.shape' } : { value }
}

const isId = (id: unknown): id is string =>
  typeof id === 'string' && id.length > 0 && id.length <= telemetryLimits.message.idLength
const isCommandValue = (value: unknown): value is CommandValue =>
  typeof value === 'string' ? value.length <= telemetryLimits.frame.textLength : isFiniteNumber(value)
const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)
