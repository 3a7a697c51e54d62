export { createGuard, OutboundFailure } from './guard.ts'
export type { Guard, GuardOptions, Target } from './guard.ts'
export { createOutbound } from './request.ts'
export type { Outbound, OutboundAnswer, OutboundRequest } from './request.ts'
