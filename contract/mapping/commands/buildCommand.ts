import { formatBase64, formatHex, parseHex, writeNumber } from '../values/bytes.ts'
import { compileValueExpression } from '../values/conversion.ts'
import { mappingLimits } from '../limits.ts'
import type { Literal } from '../messages/path.ts'
import { fillPayload } from './payloadTemplate.ts'
import type { TemplateValue } from './payloadTemplate.ts'
import type { CommandProblem } from '../problems.ts'
import type { Mapping, MappingCommand, MappingPoint } from '../configuration/schema.ts'
import { fillTopic } from '../messages/topicPattern.ts'

/** A command to one point. */
export interface CommandRequest {
  readonly point: string
  /** Key of the device, as the mapping reports it. */
  readonly device: string
  /** Value of the point: a number, on/off, or a text. */
  readonly value: number | boolean | string
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly expiresAt: number
  /** Placeholders of the device's topics, as `Reading.variables` reported them. */
  readonly variables?: ReadonlyMap<string, string> | undefined
}

/** A message that carries a command. */
export interface CommandMessage {
  readonly problem?: undefined
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly confirm: NonNullable<MappingCommand['confirm']>
}

/** Builds a command, or returns why it cannot be sent. */
export type BuildCommand = (request: CommandRequest) => CommandMessage | { readonly problem: CommandProblem }

/** Compiles the commands of a mapping. Throws a RangeError if the mapping is invalid. */
export function compileCommands(mapping: Mapping): BuildCommand {
  const builders = new Map(
    mapping.points.flatMap((point) => {
      const { command } = point
      return command ? [[point.point, compileCommand(point, command, mapping.parameters ?? {})] as const] : []
    }),
  )
  return (request) => builders.get(request.point)?.(request) ?? { problem: 'point' }
}

const encoder = new TextEncoder()

function compileCommand(
  point: MappingPoint,
  command: MappingCommand,
  parameters: Readonly<Record<string, string>>,
): BuildCommand {
  const convert = compileInverse(point, command)
  return ({ device, value, id, at, expiresAt, variables }) => {
    const checked = checkValue(point, value)
    if (isProblem(checked)) return checked
    const written = convert(checked)
    if (isProblem(written)) return written
    const names = new Map<string, string>([
      ...Object.entries(parameters),
      ...(variables ?? []),
      ['device', device],
      ['point', point.point],
      ['id', id],
    ])
    const topic = fillTopic(command.topic, names)
    if (topic === null) return { problem: 'topic' }
    const values = new Map<string, TemplateValue>([...names, ['at', at], ['expiresAt', expiresAt], ['value', written]])
    const bytes = command.bytes ? writeBytes(command.bytes, written) : undefined
    if (bytes === null) return { problem: 'range' }
    if (bytes !== undefined) values.set('bytes', bytes)
    const payload = fillPayload(command.payload, values)
    if (payload === null) return { problem: 'placeholder' }
    return {
      topic,
      payload: encoder.encode(payload),
      qos: command.qos ?? 0,
      retain: command.retain ?? false,
      confirm: command.confirm ?? { by: 'nothing' },
    }
  }
}

type Refusal = { readonly problem: CommandProblem }
const isProblem = (value: unknown): value is Refusal => typeof value === 'object' && value !== null

/** Checks type and limits of a value. 1 and 0 are on and off. */
function checkValue(
  { type, conversion = {} }: MappingPoint,
  value: number | boolean | string,
): TemplateValue | Refusal {
  const { min = -Infinity, max = Infinity } = conversion
  switch (type) {
    case 'bool':
      return typeof value === 'boolean' ? value : value === 1 ? true : value === 0 ? false : { problem: 'type' }
    case 'integer':
    case 'decimal': {
      if (typeof value !== 'number' || !(type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)))
        return { problem: 'type' }
      return value < min || value > max ? { problem: 'range' } : value
    }
    case 'enum':
    case 'string': {
      if (type === 'enum' && typeof value === 'number' && Number.isSafeInteger(value)) return value
      return typeof value === 'string' && value.length <= mappingLimits.textLength ? value : { problem: 'type' }
    }
    case 'array':
    case 'object':
      return { problem: 'type' }
  }
}

/** The way back from a point's value to what the device expects. */
function compileInverse(
  { type, conversion = {} }: MappingPoint,
  command: MappingCommand,
): (value: TemplateValue) => TemplateValue | Refusal {
  if (command.expression !== undefined) {
    const evaluate = compileValueExpression(command.expression)
    return (value) => {
      const result = evaluate(value)
      return typeof result === 'number' ? round(result) : (result ?? { problem: 'expression' })
    }
  }
  const { factor = 1, offset = 0, text } = conversion
  const words = new Map<TemplateValue, Literal>(
    (conversion.values ?? []).toReversed().map(({ from, to }) => [to, from]),
  )
  const on = command.words?.on ?? conversion.words?.on[0] ?? true
  const off = command.words?.off ?? conversion.words?.off[0] ?? false
  return (value) => {
    if (conversion.values) {
      const word = words.get(value)
      return word === undefined || word === null ? { problem: 'value' } : word
    }
    if (type === 'bool') return (value === true ? on : off) ?? { problem: 'value' }
    if (typeof value !== 'number') return value
    const raw = round((value - offset) / factor)
    return text === 'comma' ? String(raw).replace('.', ',') : raw
  }
}

/** Removes the noise of the binary fraction: 23.1 / 0.1 is 231. */
const round = (value: number): number => Number(value.toPrecision(12))

function writeBytes(
  { before = '', after = '', length, kind, order, encoding }: NonNullable<MappingCommand['bytes']>,
  value: TemplateValue,
): string | null {
  const number = typeof value === 'boolean' ? Number(value) : value
  const middle = typeof number === 'number' ? writeNumber(number, length, kind, order ?? 'big') : null
  const [start, end] = [parseHex(before), parseHex(after)]
  if (!middle || !start || !end) return null
  const bytes = Uint8Array.from([...start, ...middle, ...end])
  return encoding === 'hex' ? formatHex(bytes) : formatBase64(bytes)
}
