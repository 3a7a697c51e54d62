export type { DecodedFrame, Frame, FrameInput, FrameProblem } from './frameShape.ts'
export { decodeFrame, markFutureUncertain, encodeFrame } from './frame.ts'
export { FrameCache } from './frameCache.ts'
export { telemetryLimits } from './limits.ts'
export type {
  Ack,
  Beacon,
  Binding,
  Command,
  DeviceState,
  DeviceStateNumber,
  DeviceStatus,
  GatewayState,
  Message,
  MessageProblem,
  Progress,
  Upgrade,
} from './messages.ts'
export {
  decodeAck,
  decodeBeacon,
  decodeBinding,
  type CommandValue,
  decodeCommand,
  decodeDeviceState,
  decodeDeviceStatus,
  decodeGatewayState,
  decodeProgress,
  decodeUpgrade,
  deviceStates,
  encodeAck,
  encodeBeacon,
  encodeBinding,
  encodeCommand,
  encodeDeviceState,
  encodeDeviceStatus,
  encodeGatewayState,
  encodeProgress,
  encodeUpgrade,
} from './messages.ts'
export {
  findTopicCandidates,
  devicePlaceholder,
  getCustomFilter,
  isCustomTopic,
  formatCustomTopic,
} from './customTopics.ts'
export { indexPoints } from './points.ts'
export { isReserved, sceneDevice, sensorDevice } from './reservedNames.ts'
export type { DeviceRef, TagRef } from './tags.ts'
export { formatTag, isName, isPoint, parseTag, statePoint, stateTag } from './tags.ts'
export type { DownKind, Topic } from './topics.ts'
export {
  ackTopic,
  beaconTopic,
  bindingTopic,
  commandTopic,
  gatewaysFilter,
  gatewayTopic,
  isDown,
  matchesTopic,
  parseTopic,
  progressTopic,
  stateTopic,
  statusTopic,
  upgradeTopic,
  valuesTopic,
} from './topics.ts'
export { readTime } from './times.ts'
