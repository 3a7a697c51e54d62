import { Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Mapping, MappingCommand, MappingPoint } from '../../../contract/mapping/index.ts'
import { CommandPreview } from './CommandPreview.tsx'
import { ConfirmFields } from './ConfirmFields.tsx'
import { ChoiceField, Labelled, NumberField, TextField } from './Fields.tsx'
import { formatLiteral, parseLiteral } from './literals.ts'
import { PayloadTemplateField } from './PayloadTemplateField.tsx'

interface CommandFormProps {
  readonly mapping: Mapping
  readonly point: MappingPoint
  readonly isDisabled: boolean
  readonly onChange: (command: MappingCommand | undefined) => void
}

const newCommand: MappingCommand = {
  topic: 'cmd/{device}/{point}',
  payload: { kind: 'text', text: '{value}' },
  confirm: { by: 'report', timeoutS: 10 },
}
const byteKinds = ['unsigned', 'signed', 'float', 'bcd'] as const
const byteOrders = ['big', 'little', 'bigWordSwap', 'littleWordSwap'] as const
const services = ['0', '1', '2'] as const

/** The command that writes a point: message, words of the device, confirmation, and a preview of the message. */
export function CommandForm({ mapping, point, isDisabled, onChange }: CommandFormProps) {
  const { t } = useTranslation('onboarding')
  const { command } = point
  if (!command) {
    return (
      <span>
        <Button size="small" disabled={isDisabled} onClick={() => onChange(newCommand)}>
          {t('command.add')}
        </Button>
      </span>
    )
  }
  const set = (changes: { readonly [Key in keyof MappingCommand]?: MappingCommand[Key] | undefined }): void =>
    onChange({ ...command, ...changes })
  return (
    <>
      <div className="onboarding-grid">
        <TextField
          label={t('command.topic')}
          isDisabled={isDisabled}
          value={command.topic}
          onChange={(topic = '') => set({ topic })}
        />
        <ChoiceField
          label={t('command.qos')}
          isDisabled={isDisabled}
          value={services[command.qos ?? 0] ?? '0'}
          options={services.map((value) => ({ value, label: value }))}
          onChange={(value) => set({ qos: value === '1' ? 1 : value === '2' ? 2 : undefined })}
        />
        <Labelled label={t('command.retain')}>
          <span>
            <Switch
              size="small"
              aria-label={t('command.retain')}
              disabled={isDisabled}
              checked={command.retain === true}
              onChange={(retain) => set({ retain: retain || undefined })}
            />
          </span>
        </Labelled>
      </div>
      <PayloadTemplateField
        mapping={mapping}
        point={point}
        value={command.payload}
        hasBytes={command.bytes !== undefined}
        isDisabled={isDisabled}
        onChange={(payload) => set({ payload })}
      />
      <div className="onboarding-grid">
        {point.type === 'bool' ? (
          <OnOffFields
            value={command.words}
            point={point}
            isDisabled={isDisabled}
            onChange={(words) => set({ words })}
          />
        ) : (
          <TextField
            label={t('command.expression')}
            isDisabled={isDisabled}
            placeholder={t('command.expressionExample')}
            value={command.expression}
            onChange={(expression) => set({ expression })}
          />
        )}
        <BytesFields value={command.bytes} isDisabled={isDisabled} onChange={(bytes) => set({ bytes })} />
      </div>
      <ConfirmFields
        topics={mapping.topics}
        value={command.confirm}
        isDisabled={isDisabled}
        onChange={(confirm) => set({ confirm })}
      />
      <CommandPreview mapping={mapping} point={point} />
      <span>
        <Button size="small" danger disabled={isDisabled} onClick={() => onChange(undefined)}>
          {t('command.remove')}
        </Button>
      </span>
    </>
  )
}

interface OnOffFieldsProps {
  readonly value: MappingCommand['words']
  readonly point: MappingPoint
  readonly isDisabled: boolean
  readonly onChange: (words: MappingCommand['words']) => void
}

/** Words sent for on and off. Empty: the first words of the conversion, otherwise true and false. */
function OnOffFields({ value, point, isDisabled, onChange }: OnOffFieldsProps) {
  const { t } = useTranslation('onboarding')
  const on = point.conversion?.words?.on[0] ?? true
  const off = point.conversion?.words?.off[0] ?? false
  const handleChange = (changes: { readonly on?: string | undefined; readonly off?: string | undefined }): void => {
    const next = { on: value && formatLiteral(value.on), off: value && formatLiteral(value.off), ...changes }
    if (next.on === undefined && next.off === undefined) return onChange(undefined)
    onChange({
      on: next.on === undefined ? on : parseLiteral(next.on),
      off: next.off === undefined ? off : parseLiteral(next.off),
    })
  }
  return (
    <>
      <TextField
        label={t('command.on')}
        isDisabled={isDisabled}
        placeholder={formatLiteral(on)}
        value={value && formatLiteral(value.on)}
        onChange={(word) => handleChange({ on: word })}
      />
      <TextField
        label={t('command.off')}
        isDisabled={isDisabled}
        placeholder={formatLiteral(off)}
        value={value && formatLiteral(value.off)}
        onChange={(word) => handleChange({ off: word })}
      />
    </>
  )
}

type Bytes = NonNullable<MappingCommand['bytes']>

interface BytesFieldsProps {
  readonly value: Bytes | undefined
  readonly isDisabled: boolean
  readonly onChange: (bytes: Bytes | undefined) => void
}

/** Bytes of the placeholder `{bytes}`: the value as a number between constant bytes. */
function BytesFields({ value, isDisabled, onChange }: BytesFieldsProps) {
  const { t } = useTranslation('onboarding')
  return (
    <>
      <ChoiceField
        label={t('command.bytes')}
        isOptional
        isDisabled={isDisabled}
        placeholder={t('convert.noBytes')}
        value={value?.encoding}
        options={(['hex', 'base64'] as const).map((each) => ({ value: each, label: t(`convert.encodings.${each}`) }))}
        onChange={(encoding) => onChange(encoding && { kind: 'unsigned', length: 2, ...value, encoding })}
      />
      {value && (
        <>
          <ChoiceField
            label={t('convert.kind')}
            name={t('command.bytesKind')}
            isDisabled={isDisabled}
            value={value.kind}
            options={byteKinds.map((kind) => ({ value: kind, label: t(`convert.kinds.${kind}`) }))}
            onChange={(kind) => kind && onChange({ ...value, kind })}
          />
          <NumberField
            label={t('convert.byteCount')}
            name={t('command.bytesLength')}
            isDisabled={isDisabled}
            value={value.length}
            onChange={(length) => onChange({ ...value, length: length ?? 1 })}
          />
          <ChoiceField
            label={t('convert.order')}
            name={t('command.bytesOrder')}
            isOptional
            isDisabled={isDisabled}
            placeholder={t('convert.orders.big')}
            value={value.order}
            options={byteOrders.map((order) => ({ value: order, label: t(`convert.orders.${order}`) }))}
            onChange={(order) => onChange({ ...value, order })}
          />
          <TextField
            label={t('command.before')}
            isDisabled={isDisabled}
            placeholder={t('command.hexExample')}
            value={value.before}
            onChange={(before) => onChange({ ...value, before })}
          />
          <TextField
            label={t('command.after')}
            isDisabled={isDisabled}
            value={value.after}
            onChange={(after) => onChange({ ...value, after })}
          />
        </>
      )}
    </>
  )
}
