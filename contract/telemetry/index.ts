export type { DecodedFrame, Frame, FrameInput, FrameProblem } from './frameShape.ts'
export { decodeFrame, encodeFrame } from './frame.ts'
export { FrameCache } from './frameCache.ts'
export { telemetryLimits } from './limits.ts'
export type { Ack, Beacon, Command, DeviceState, GatewayState, Message, MessageProblem } from './messages.ts'
export {
  decodeAck, decodeBeacon, decodeCommand, decodeDeviceState, decodeGatewayState,
  encodeAck, encodeBeacon, encodeCommand, encodeDeviceState, encodeGatewayState,
} from './messages.ts'
export type { DeviceRef, TagRef } from './tags.ts'
export { formatTag, isName, isPoint, parseTag } from './tags.ts'
export type { Topic } from './topics.ts'
export {
  ackTopic, beaconTopic, commandTopic, gatewaysFilter, gatewayTopic, matchesTopic, parseTopic, stateTopic, valuesTopic,
} from './topics.ts'
export { readTime } from './times.ts'
