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
export { canPublish, canReceive, canSubscribe } from './acl.ts'
export type { ClientCertificate } from './clientCertificate.ts'
export { normalizeFingerprint } from './clientCertificate.ts'
export type { DeviceIdentity } from './identity.ts'
export { includesDevice, mayPublishFor } from './identity.ts'
export type { Listener, ListenerPort } from './listeners.ts'
export type { MappedTopics } from './mappedTopics.ts'
export { noMappedTopics } from './mappedTopics.ts'
export type { Refusal, RefusalReason, RejectedClient } from './refusals.ts'
export type { IncomingAck, ValuesFrame, IncomingProgress, IncomingState } from './ingest.ts'
export type { RetainedTopic } from './retainedStore.ts'
