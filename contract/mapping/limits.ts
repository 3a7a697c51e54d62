import { telemetryLimits } from '../telemetry/limits.ts'

/** Bounds of a payload mapping and of the messages it reads. Sizes are bytes, lengths are characters. */
export const mappingLimits = {
  /** Larger payloads are rejected unread. */
  payloadBytes: 1024 * 1024,
  topics: 64,
  points: 1000,
  sources: 8,
  parameters: 32,
  conditions: 8,
  topicLength: 512,
  topicLevels: 32,
  ignoredTopics: 32,
  pathLength: 300,
  pathSteps: 32,
  nameLength: 100,
  unitLength: 16,
  /** Words of one list, and characters of one word. */
  words: 64,
  wordLength: 100,
  deviceLength: 256,
  /** Devices or rows in one message (`each`). */
  items: 4096,
  textLength: telemetryLimits.frame.textLength,
  expressionLength: 500,
  scriptLength: 20_000,
  /** Of a payload template of a command. */
  template: { length: 8000, depth: 16, nodes: 500 },
  decodedPoints: 1000,
  timeoutS: 600,
  silenceS: 7 * 24 * 3600,
  /** Topics whose route is kept in memory, per mapping. */
  routes: 10_000,
  pendingCommands: 10_000,
  suggestions: { nodes: 2000, depth: 24, items: 100, sampleLength: 80 },
} as const
