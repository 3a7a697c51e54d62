import type { ChannelConfig, DriverContext, PointConfig } from '../../../server/drivers/driver.ts'

/** Returns a point with defaults. */
export const createPoint = (tag: string, source: string, more: Partial<PointConfig> = {}): PointConfig => ({
  tag,
  station: '1',
  source,
  type: 'auto',
  order: 'ABCD',
  length: 0,
  factor: 1,
  offset: 0,
  deadband: 0,
  isWritable: true,
  ...more,
})

/** Returns the settings of a channel with defaults. */
export const createConfig = (
  link: ChannelConfig['link'],
  points: readonly PointConfig[],
  more: Partial<ChannelConfig> = {},
): ChannelConfig => ({
  id: 'test',
  protocol: 'modbus-tcp',
  link,
  rack: 0,
  slot: 0,
  endpoint: '',
  security: 'none',
  username: '',
  password: '',
  userCertificate: '',
  userKey: '',
  answerMs: 500,
  intervalMs: 1_000,
  silenceMs: 60_000,
  points,
  directory: '',
  ...more,
})

/** A context that records lost connections and late answers. */
export function createContext(config: ChannelConfig) {
  const lost: string[] = []
  const counts = { late: 0, sent: 0 }
  const context: DriverContext = {
    config,
    resolve: (host) => Promise.resolve(host),
    trace: (direction) => void (direction === 'out' && counts.sent++),
    onLost: (code) => lost.push(code),
    onRoundTrip: () => undefined,
    onLate: () => void counts.late++,
  }
  return { context, lost, counts }
}
