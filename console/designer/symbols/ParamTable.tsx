import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type Component, isTagValue, type ParamKind } from '@mimic/engine/document'
import { AutoComplete, Button, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import {
  type Drivable,
  getDrivables,
  createRow,
  changeKind,
  paramKinds,
  type ParamRow,
  countPrefixes,
  countUses,
} from './paramRows.ts'
import { ParamValueField } from './ParamValueField.tsx'

interface ParamTableProps {
  readonly rows: readonly ParamRow[]
  /** Components of the symbol. */
  readonly components: readonly Component[]
  readonly onChange: (rows: readonly ParamRow[]) => void
}

/** Parameters of a symbol: name, kind, default, and the properties they set. */
export function ParamTable({ rows, components, onChange }: ParamTableProps) {
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const drivables = useMemo(() => getDrivables(components), [components])
  const prefixes = useMemo(() => countPrefixes(components), [components])
  const change = (row: ParamRow, part: Partial<ParamRow>): void =>
    onChange(rows.map((one) => (one === row ? { ...one, ...part } : one)))

  return (
    <>
      {rows.length > 0 && (
        <table className="param-table">
          <thead>
            <tr>
              <th>{t('symbol.param')}</th>
              <th>{t('symbol.kind')}</th>
              <th>{t('symbol.default')}</th>
              <th>{t('symbol.drives')}</th>
              <th aria-label={t('symbol.removeParam')} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.key}>
                <td>
                  <Input
                    size="small"
                    value={row.name}
                    maxLength={32}
                    status={isParamName(row.name, rows) ? '' : 'error'}
                    aria-invalid={!isParamName(row.name, rows)}
                    aria-label={t('symbol.paramOf', { number: index + 1 })}
                    onChange={(event) => change(row, { name: event.target.value })}
                  />
                </td>
                <td>
                  <Select<ParamKind>
                    size="small"
                    value={row.kind}
                    aria-label={t('symbol.kindOf', { name: row.name })}
                    options={paramKinds.map((kind) => ({ value: kind, label: t(`symbol.kinds.${kind}`) }))}
                    onChange={(kind) => onChange(rows.map((one) => (one === row ? changeKind(row, kind) : one)))}
                  />
                </td>
                <td>
                  {row.kind === 'tag' ? (
                    <AutoComplete
                      size="small"
                      className="wide"
                      value={String(row.default)}
                      aria-label={t('symbol.defaultOf', { name: row.name })}
                      placeholder={t('symbol.prefix')}
                      status={isTagValue(String(row.default)) ? '' : 'error'}
                      options={prefixes.map(({ prefix, count }) => ({
                        value: prefix,
                        label: t('symbol.prefixUses', { prefix, count }),
                      }))}
                      onChange={(value: string) => change(row, { default: value.trim() })}
                    />
                  ) : (
                    <ParamValueField
                      label={t('symbol.defaultOf', { name: row.name })}
                      kind={row.kind}
                      value={row.default}
                      onChange={(value) => change(row, { default: value })}
                    />
                  )}
                </td>
                <td>
                  {row.kind === 'tag' ? (
                    <small>{t('symbol.usedIn', { number: countUses(row, components) })}</small>
                  ) : (
                    <Select<string[]>
                      mode="multiple"
                      size="small"
                      className="wide"
                      value={[...row.drives]}
                      maxTagCount="responsive"
                      placeholder={t(row.kind === 'text' ? 'symbol.drivesText' : 'symbol.drivesNothing')}
                      aria-label={t('symbol.drivesOf', { name: row.name })}
                      showSearch={{ optionFilterProp: 'label' }}
                      popupMatchSelectWidth={260}
                      options={getOptions(drivables, row.kind)}
                      onChange={(drives) => change(row, { drives })}
                    />
                  )}
                </td>
                <td>
                  <Button
                    size="small"
                    type="text"
                    danger
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('symbol.removeParamOf', { name: row.name })}
                    onClick={() => onChange(rows.filter((one) => one !== row))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={rows.length >= 64}
        onClick={() => onChange([...rows, createRow('text', rows)])}
      >
        {t('symbol.addParam')}
      </Button>
      <p className="panel-hint flush">{t('symbol.paramHint')}</p>
    </>
  )

  function getOptions(all: readonly Drivable[], kind: ParamKind) {
    return all
      .filter((one) => one.kind === kind)
      .map(({ place, component, words }) => ({ value: place, label: `${component} · ${localize(words)}` }))
  }
}

/** Returns true if the name is a letter followed by letters, digits or `_`, and unique. */
export function isParamName(name: string, rows: readonly ParamRow[]): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9_]{0,31}$/.test(name.trim()) &&
    rows.filter((row) => row.name.trim() === name.trim()).length === 1
  )
}

/** Returns true if all rows are complete and valid. */
export function areComplete(rows: readonly ParamRow[]): boolean {
  return rows.every((row) => isParamName(row.name, rows) && (row.kind !== 'tag' || isTagValue(String(row.default))))
}
