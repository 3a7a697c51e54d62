/** The part of net-snmp that the driver uses; the package has no types. */
declare module 'net-snmp' {
  /** A value with its object identifier. */
  export interface Varbind {
    readonly oid: string
    readonly type: number
    readonly value: unknown
  }
  /** A session with one device. */
  export interface Session {
    get(oids: readonly string[], done: (error: Error | null, varbinds?: readonly Varbind[]) => void): void
    set(varbinds: readonly Varbind[], done: (error: Error | null, varbinds?: readonly Varbind[]) => void): void
    close(): void
    on(event: 'error', listener: (error: Error) => void): void
  }
  export const Version2c: number
  export const ObjectType: Readonly<Record<string, number>>
  export function createSession(
    host: string,
    community: string,
    options: { readonly port: number; readonly version: number; readonly timeout: number; readonly retries: number },
  ): Session
  export function isVarbindError(varbind: Varbind): boolean
}
