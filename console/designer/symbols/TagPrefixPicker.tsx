import { isTagValue } from '@mimic/engine/document'
import { AutoComplete } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesigner } from '../context.ts'
import { useTagSearch } from '../inspector/bindings/useTagSearch.ts'

interface TagPrefixPickerProps {
  readonly id?: string
  readonly label?: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}

/** Selects the value of a tag parameter: a device of the project or one of its tags. Typed text is written if valid. */
export function TagPrefixPicker({ id, label, value, onChange }: TagPrefixPickerProps) {
  const { store } = useDesigner()
  const { t } = useTranslation('designer')
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const answer = useTagSearch({ project: store.project, search: typed ?? '', pageSize: 50, isOpen })
  const found = addDevices(answer?.rows.map(({ path }) => path) ?? [])
  const getDeviceName = (path: string): string | undefined =>
    answer?.rows.find(
      ({ project, device }) => path === `${project}/${device}` || path.startsWith(`${project}/${device}/`),
    )?.deviceName
  const isWrong = typed !== null && !isTagValue(typed.trim())
  const remember = (): void => {
    if (typed !== null && !isWrong && typed.trim() !== value) onChange(typed.trim())
    if (!isWrong) setTyped(null)
  }
  return (
    <>
      <AutoComplete
        id={id}
        aria-label={label}
        aria-invalid={isWrong}
        size="small"
        className="wide"
        value={typed ?? value ?? ''}
        status={isWrong ? 'error' : ''}
        popupMatchSelectWidth={320}
        placeholder={value === undefined ? t('inspector.mixed') : t('symbol.unwired')}
        options={found.map((each) => ({
          value: each,
          label:
            getDeviceName(each) === undefined ? (
              each
            ) : (
              <span className="tag-option">
                <span>{each}</span>
                <small>{getDeviceName(each)}</small>
              </span>
            ),
        }))}
        open={isOpen}
        onOpenChange={setOpen}
        onChange={(next: string) => setTyped(next)}
        onBlur={remember}
        onSelect={(next: string) => {
          onChange(next)
          setTyped(null)
        }}
        onInputKeyDown={(event) => {
          if (event.key !== 'Enter') return
          const [first] = found
          // Enter on a partial name selects the first match.
          if (
            isWrong &&
            first !== undefined &&
            `${first}\n${getDeviceName(first) ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase())
          ) {
            onChange(first)
            setTyped(null)
            setOpen(false)
          } else if (!isOpen) remember()
        }}
      />
      {isWrong && (
        <div className="field-fault" role="alert">
          {t('symbol.noPrefix')}
        </div>
      )}
    </>
  )
}

/** Lists the devices of the tags before the tags. */
function addDevices(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/'))), ...paths]
}
