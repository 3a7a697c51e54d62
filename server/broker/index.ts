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
export type { DeviceGate, Verdict } from './intake/deviceGate.ts'
export { externalPublisher } from './intake/deviceGate.ts'
export type { Grant } from './access/acl.ts'
export { canPublish, canReceive, canSubscribe } from './access/acl.ts'
export type { ClientCertificate } from './transport/clientCertificate.ts'
export { normalizeFingerprint } from './transport/clientCertificate.ts'
export type { DeviceIdentity } from './access/identity.ts'
export { includesDevice, mayPublishFor } from './access/identity.ts'
export type { Listener, ListenerPort } from './transport/listeners.ts'
export type { RawValues } from './intake/rawValues.ts'
export type { MappedTopics } from './intake/mappedTopics.ts'
export { noMappedTopics } from './intake/mappedTopics.ts'
export type { Refusal, RefusalReason, RejectedClient } from './access/refusals.ts'
export type { IncomingAck, ValuesFrame, IncomingProgress, IncomingState } from './intake/ingest.ts'
export type { RetainedTopic } from './delivery/retainedStore.ts'
