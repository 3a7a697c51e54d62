import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  commandProblems,
  compileCommands,
  listTopicVariables,
  type Mapping,
  type MappingPoint,
} from '../../../contract/mapping/index.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { Labelled } from './Fields.tsx'

interface CommandPreviewProps {
  readonly mapping: Mapping
  readonly point: MappingPoint
}

type Value = number | string | boolean

const exampleDevice = 'device-1'
/** Time of the example, in milliseconds since 1970. */
const exampleAt = Date.UTC(2027, 0, 1)
const expiryMs = 30_000
const decoder = new TextDecoder()

/** The message that a chosen value becomes, or why it is not sent. */
export function CommandPreview({ mapping, point }: CommandPreviewProps) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const [chosen, setChosen] = useState<Value | null>(null)
  const options = listValues(point, [t('command.valueOn'), t('command.valueOff')])
  const value = (options ? options.find((each) => each.value === chosen)?.value : chosen) ?? getExample(point, options)
  const message = buildMessage(mapping, point, point.type === 'bool' ? value === 'on' : value)
  const label = t('command.previewValue')
  return (
    <div className="onboarding-command" role="group" aria-label={t('command.preview')}>
      <Labelled label={label}>
        {options ? (
          <Select<Value> size="small" aria-label={label} value={value} options={[...options]} onChange={setChosen} />
        ) : typeof value === 'number' ? (
          <InputNumber<number>
            size="small"
            aria-label={label}
            value={value}
            changeOnWheel={false}
            onChange={(next) => setChosen(next)}
          />
        ) : (
          <Input
            size="small"
            aria-label={label}
            value={String(value)}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
      </Labelled>
      <Labelled label={t('command.message')}>
        {message.problem === undefined ? (
          <output>
            <code className="onboarding-code">{message.topic}</code>
            <code className="onboarding-code">{decoder.decode(message.payload)}</code>
          </output>
        ) : (
          <output className="onboarding-fault">
            {message.problem === 'incomplete' ? t('command.incomplete') : localize(commandProblems[message.problem])}
          </output>
        )}
      </Labelled>
    </div>
  )
}

type Option = { readonly value: string | number; readonly label: string }

/** Values to choose from; undefined if any value can be entered. */
function listValues({ type, conversion }: MappingPoint, [on, off]: [string, string]): readonly Option[] | undefined {
  if (type === 'bool') {
    return [
      { value: 'on', label: on },
      { value: 'off', label: off },
    ]
  }
  return conversion?.values?.map(({ to }) => ({ value: to, label: String(to) }))
}

const getExample = ({ type, conversion = {} }: MappingPoint, options: readonly Option[] | undefined): Value => {
  if (options?.[0]) return options[0].value
  if (type === 'integer' || type === 'decimal') return Math.min(Math.max(1, conversion.min ?? 1), conversion.max ?? 1)
  return 'text'
}

/** Builds the message of an example device. An entry that is not complete yet has the problem `incomplete`. */
function buildMessage(mapping: Mapping, point: MappingPoint, value: Value) {
  try {
    return compileCommands({ ...mapping, points: [point] })({
      point: point.point,
      device: exampleDevice,
      value,
      id: 'a1b2c3',
      at: exampleAt,
      expiresAt: exampleAt + expiryMs,
      variables: new Map(listTopicVariables(mapping, point).map((name) => [name, name])),
    })
  } catch (thrown) {
    if (thrown instanceof RangeError) return { problem: 'incomplete' } as const
    throw thrown
  }
}
