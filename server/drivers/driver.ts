import type { Words } from '@mimic/engine/schema'

/** How a device encodes a value. `auto`: the protocol declares the type. */
export type ValueType =
  | 'auto'
  | 'bool'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'bcd16'
  | 'bcd32'
  | 'string'

/** Order of the bytes of a value of several registers, A being the most significant one. */
export type ByteOrder = 'ABCD' | 'CDAB' | 'BADC' | 'DCBA'

/** A point of a channel. Its index in the list of points identifies it. */
export interface PointConfig {
  /** Tag `project/device/point`. */
  readonly tag: string
  /** Unit id of a Modbus device, address of a meter; empty if the protocol has none. */
  readonly station: string
  /** Register, data identifier, node id or object identifier. */
  readonly source: string
  readonly type: ValueType
  readonly order: ByteOrder
  /** Length of a text in bytes, or of a meter's data in bytes; 0 for the default of the type. */
  readonly length: number
  /** The value is `raw * factor + offset`. */
  readonly factor: number
  readonly offset: number
  /** Smallest change that a subscription reports. */
  readonly deadband: number
  readonly isWritable: boolean
}

/** Byte stream to the device: the driver connects, or the device does. */
export type LinkConfig =
  | { readonly kind: 'client'; readonly host: string; readonly port: number }
  | {
      readonly kind: 'server'
      readonly host: string
      readonly port: number
      /** First bytes of a connection; empty accepts any connection. */
      readonly registration: string
      /** Bytes that the gateway sends to keep the connection open. */
      readonly heartbeat: string
    }

/** Protocols with a driver. */
export const protocols = ['modbus-tcp', 'modbus-rtu', 'dlt645-1997', 'dlt645-2007', 'opcua', 'snmp', 's7'] as const
/** Protocol of a channel, an entry of `protocols`. */
export type Protocol = (typeof protocols)[number]

/** Settings of a channel, sent to its process. Times are in milliseconds. */
export interface ChannelConfig {
  readonly id: string
  readonly protocol: Protocol
  readonly link: LinkConfig
  /** Place of the CPU of an S7 controller. */
  readonly rack: number
  readonly slot: number
  /** URL of an OPC UA server. */
  readonly endpoint: string
  readonly security: 'none' | 'sign' | 'sign-encrypt'
  readonly username: string
  /** Password, or the community of SNMP. */
  readonly password: string
  /** Certificate and private key of an OPC UA user as PEM; empty without. */
  readonly userCertificate: string
  readonly userKey: string
  /** Maximum time for the answer to one request. */
  readonly answerMs: number
  /** Time between two readings. */
  readonly intervalMs: number
  /** A connection without any received byte for this long is closed. */
  readonly silenceMs: number
  readonly points: readonly PointConfig[]
  /** Directory for certificates and values that could not be sent yet. */
  readonly directory: string
}

/** Quality of a value: 0 good, 1 uncertain, 2 bad. */
export type Quality = 0 | 1 | 2

/** A value read from the device. */
export interface Reading {
  /** Index of the point. */
  readonly point: number
  /** Null if there is no value. Text for points of type `string`. */
  readonly value: number | string | null
  /** Time of the value in milliseconds since 1970. */
  readonly at: number
  /** Code of the protocol; empty for a good value. `Driver.describe` explains it. */
  readonly code: string
}

/** Quality and explanation of a code. */
export interface CodeMeaning {
  readonly quality: Quality
  readonly words: Words
}

/** A node that a browsing user sees. */
export interface BrowseNode {
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
  /** Type in the words of the protocol; empty for folders. */
  readonly type: string
  readonly isWritable: boolean
  /** Current value as text; empty if unknown. */
  readonly value: string
}

/** A server certificate that a user has to trust before the driver connects. */
export interface ServerCertificate {
  readonly thumbprint: string
  readonly subject: string
  readonly validTo: number
}

/** What a driver receives from its channel. */
export interface DriverContext {
  readonly config: ChannelConfig
  /** Returns the checked IP address of a host. Throws if the server must not connect to it. */
  readonly resolve: (host: string, port: number) => Promise<string>
  /** Records bytes or text of the raw log. */
  readonly trace: (direction: 'in' | 'out', data: Uint8Array | string) => void
  /** Reports that the connection was lost. The channel connects again. */
  readonly onLost: (code: string) => void
  /** Reports the time between a request and its answer. */
  readonly onRoundTrip: (ms: number) => void
  /** Reports an answer that arrived too late or belongs to another request. */
  readonly onLate: () => void
}

/**
 * Translates one protocol. A driver knows no service and no database. Its methods throw `DriverFault`, and `read`
 * returns a code for each point that could not be read.
 */
export interface Driver {
  /** Connects; for a gateway that connects to the server, waits for it. */
  connect(signal: AbortSignal): Promise<void>
  /** Lists the children of a node; `''` is the root. */
  readonly browse?: (node: string) => Promise<readonly BrowseNode[]>
  /** Reads points by their indexes. */
  read(points: readonly number[]): Promise<readonly Reading[]>
  /** Reports changes from now on. Channels of drivers without this method poll. */
  readonly subscribe?: (points: readonly number[], onReadings: (readings: readonly Reading[]) => void) => Promise<void>
  /** Writes a value and returns the value that the device confirms or that was read back. */
  write(point: number, value: number | string): Promise<Reading>
  /** Returns quality and words of a code. */
  describe(code: string): CodeMeaning
  /** Untrusted certificate of the server. */
  readonly untrusted?: () => ServerCertificate | undefined
  close(): Promise<void>
}

/** A failed request. `code` is a code of the protocol, or one of `commonCodes`. */
export class DriverFault extends Error {
  override readonly name = 'DriverFault'
  readonly code: string

  constructor(code: string, detail = code) {
    super(detail)
    this.code = code
  }
}
