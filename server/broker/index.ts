export { createBroker } from './broker.ts'
export type {
  Broker,
  BrokerClient,
  BrokerOptions,
  BrokerStats,
  OutgoingBinding,
  OutgoingCommand,
  OutgoingUpgrade,
} from './brokerApi.ts'
export type { DeviceGate, Verdict } from './deviceGate.ts'
export { externalPublisher } from './deviceGate.ts'
export type { Grant } from './acl.ts'
export { canPublish, canReceive, canSubscribe, canUseClientId } from './acl.ts'
export type { IncomingAck, ValuesFrame, IncomingProgress, IncomingState } from './ingest.ts'
export type { RetainedTopic } from './retainedStore.ts'
export type { DeviceIdentity } from './identity.ts'
export type { MappedTopics } from './mappedTopics.ts'
