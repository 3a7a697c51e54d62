import { isRecord, readJson, writeJson } from './json.ts'
import { telemetryLimits } from './limits.ts'
import { isName, isPoint } from './tags.ts'
import { readTime } from './times.ts'

/** An absolute value for one point. A device ignores an id it has seen and anything after `expiresAt`. */
export interface Command {
  readonly id: string
  readonly point: string
  readonly value: number
  /** The account that asked. */
  readonly by: string
  readonly expiresAt: number
}
/** A device's answer to a command. Here and below `at` is 0 where the sender's clock is broken: the news counts all the same. */
export interface Ack {
  readonly id: string
  readonly ok: boolean
  /** Why not. */
  readonly code?: string
  readonly at: number
}
/** Whether a device can be reached; also its Will. */
export interface DeviceState {
  readonly online: boolean
  readonly at: number
}
/** The states of a device, by the platform's numbers. */
export const deviceStates = { notActivated: 1, disabled: 2, online: 3, offline: 4 } as const
export type DeviceStateNumber = (typeof deviceStates)[keyof typeof deviceStates]
/** Which state the server knows a device to be in, and since when it says so; null: it does not know, or not any more. */
export interface DeviceStatus {
  readonly state: DeviceStateNumber | null
  readonly at: number
}
/** Whether a gateway can be reached, and which devices are behind it; also its Will. */
export interface GatewayState extends DeviceState {
  readonly devices: readonly string[]
}
/** The server's sign of life; `at` tells a browser the server's clock. */
export interface Beacon {
  readonly at: number
  readonly seq: number
}

/** Tells a device to fetch a firmware and install it. A device ignores an id it has done and anything after `expiresAt`. */
export interface Upgrade {
  readonly id: string
  readonly version: string
  readonly url: string
  readonly bytes: number
  /** In hexadecimal digits: what was fetched is checked before it is installed. */
  readonly sha256: string
  readonly expiresAt: number
}
export const progressStates = ['downloading', 'installing', 'done', 'failed'] as const
/** How far a device is with an upgrade. */
export interface Progress {
  readonly id: string
  readonly state: (typeof progressStates)[number]
  /** 0 to 100. */
  readonly percent: number
  /** Why it failed. */
  readonly code?: string
  readonly at: number
}

export const bindingActions = ['install', 'uninstall'] as const
export const bindingFacilities = ['pole', 'loop', 'sensor'] as const
/**
 * Tells a cabinet which facility hangs on it from now on, or no longer. It answers as it answers a command, by the id; the same one
 * twice is one, and the whole of it is said each time.
 */
export interface Binding {
  readonly id: string
  readonly action: (typeof bindingActions)[number]
  readonly facility: (typeof bindingFacilities)[number]
  /** Where the facility is found: its address, spoken to in this protocol and, for a pole, by this channel. */
  readonly address: string
  readonly protocol: number
  readonly channel?: number
  /** Of a loop. */
  readonly group?: number
  /** The telemetry device that speaks for it, where there is one. */
  readonly device?: string
  readonly expiresAt: number
}

export type MessageProblem = 'message.size' | 'message.text' | 'message.json' | 'message.shape'
/** What was read, or why it could not be. */
export type Message<T> = { readonly value: T; readonly problem?: undefined } | { readonly value?: undefined; readonly problem: MessageProblem }

export const encodeCommand = ({ id, point, value, by, expiresAt }: Command): Uint8Array => writeJson({ id, point, value, by, expiresAt })
export const encodeAck = ({ id, ok, code, at }: Ack): Uint8Array => writeJson({ id, ok, code, at })
export const encodeDeviceState = ({ online, at }: DeviceState): Uint8Array => writeJson({ online, at })
export const encodeDeviceStatus = ({ state, at }: DeviceStatus): Uint8Array => writeJson({ state, at })
export const encodeGatewayState = ({ online, devices, at }: GatewayState): Uint8Array => writeJson({ online, devices, at })
export const encodeBeacon = ({ at, seq }: Beacon): Uint8Array => writeJson({ at, seq })

export const encodeUpgrade = ({ id, version, url, bytes, sha256, expiresAt }: Upgrade): Uint8Array => writeJson({ id, version, url, bytes, sha256, expiresAt })
export const encodeBinding = ({ id, action, facility, address, protocol, channel, group, device, expiresAt }: Binding): Uint8Array =>
  writeJson({ id, action, facility, address, protocol, channel, group, device, expiresAt })
export const encodeProgress = ({ id, state, percent, code, at }: Progress): Uint8Array => writeJson(code === undefined ? { id, state, percent, at } : { id, state, percent, code, at })

/** Each reads any bytes without throwing. Unknown keys are left aside, so that a newer sender is understood. */
export const decodeCommand = (bytes: Uint8Array): Message<Command> => decode(bytes, ({ id, point, value, by, expiresAt: until }) => {
  const expiresAt = readTime(until)
  if (!isId(id) || !isPoint(point) || !isFiniteNumber(value) || !isId(by) || expiresAt === null) return undefined
  return { id, point, value, by, expiresAt }
})

export const decodeAck = (bytes: Uint8Array): Message<Ack> => decode(bytes, ({ id, ok, code, at: time }) => {
  const at = readTime(time) ?? 0
  if (!isId(id) || typeof ok !== 'boolean' || (code !== undefined && !isId(code))) return undefined
  return code === undefined ? { id, ok, at } : { id, ok, code, at }
})

export const decodeUpgrade = (bytes: Uint8Array): Message<Upgrade> => decode(bytes, ({ id, version, url, bytes: size, sha256, expiresAt: until }) => {
  const expiresAt = readTime(until)
  if (!isId(id) || !isId(version) || typeof url !== 'string' || url.length > 2000 || !isFiniteNumber(size) || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || expiresAt === null) return undefined
  return { id, version, url, bytes: size, sha256, expiresAt }
})

export const decodeBinding = (bytes: Uint8Array): Message<Binding> => decode(bytes, ({ id, action: does, facility: kind, address, protocol, channel, group, device, expiresAt: until }) => {
  const action = bindingActions.find((one) => one === does)
  const facility = bindingFacilities.find((one) => one === kind)
  const expiresAt = readTime(until)
  if (!isId(id) || !action || !facility || !isId(address) || !isFiniteNumber(protocol) || expiresAt === null) return undefined
  if ((channel !== undefined && !isFiniteNumber(channel)) || (group !== undefined && !isFiniteNumber(group)) || (device !== undefined && !isName(device))) return undefined
  return { id, action, facility, address, protocol, ...(channel === undefined ? {} : { channel }), ...(group === undefined ? {} : { group }), ...(device === undefined ? {} : { device }), expiresAt }
})

export const decodeProgress = (bytes: Uint8Array): Message<Progress> => decode(bytes, ({ id, state, percent, code, at: time }) => {
  const known = progressStates.find((one) => one === state)
  if (!isId(id) || known === undefined || !isFiniteNumber(percent) || percent < 0 || percent > 100 || (code !== undefined && !isId(code))) return undefined
  const at = readTime(time) ?? 0
  return code === undefined ? { id, state: known, percent, at } : { id, state: known, percent, code, at }
})

export const decodeDeviceState = (bytes: Uint8Array): Message<DeviceState> => decode(bytes, ({ online, at }) =>
  typeof online === 'boolean' ? { online, at: readTime(at) ?? 0 } : undefined)

export const decodeDeviceStatus = (bytes: Uint8Array): Message<DeviceStatus> => decode(bytes, ({ state, at }) => {
  const known = state === null ? null : Object.values(deviceStates).find((each) => each === state)
  return known === undefined ? undefined : { state: known, at: readTime(at) ?? 0 }
})

export const decodeGatewayState = (bytes: Uint8Array): Message<GatewayState> => decode(bytes, ({ online, devices, at }) => {
  if (typeof online !== 'boolean' || !Array.isArray(devices) || devices.length > telemetryLimits.message.devices) return undefined
  return devices.every(isName) ? { online, devices, at: readTime(at) ?? 0 } : undefined
})

export const decodeBeacon = (bytes: Uint8Array): Message<Beacon> => decode(bytes, ({ at: time, seq }) => {
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

const isId = (id: unknown): id is string => typeof id === 'string' && id.length > 0 && id.length <= telemetryLimits.message.idLength
const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value)
