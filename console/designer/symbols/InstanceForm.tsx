import { CloudDownloadOutlined } from '@ant-design/icons'
import { instanceAround } from '@mimic/engine/commands'
import type { Component, ParamValue, SymbolDefinition, SymbolParam } from '@mimic/engine/document'
import { readGradient } from '@mimic/engine/schema'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useDesigner } from '../context.ts'
import { Row, Section } from '../inspector/parts/Row.tsx'
import { countInstances } from '../session/symbolLibrary.ts'
import { ParamValueField } from './ParamValueField.tsx'
import { useInstanceActions } from './useInstanceActions.tsx'
import { useLibrary } from './useLibrary.ts'

/** Parameters of symbol instances, and links to the symbol; for a member, its instance. */
export const InstanceForm = observer(function InstanceForm({
  components,
}: {
  readonly components: readonly Component[]
}) {
  const { session } = useDesigner()
  const [first] = components
  if (!first) return null
  const symbol = first.link && session.symbols.find(({ id }) => id === first.link?.symbol)
  if (symbol && components.every(({ link }) => link?.symbol === symbol.id))
    return <Params symbol={symbol} components={components} />
  return components.some(({ parent }) => parent !== null) ? <Member components={components} /> : null
})

const Params = observer(function Params({
  symbol,
  components,
}: {
  readonly symbol: SymbolDefinition
  readonly components: readonly Component[]
}) {
  const { session, drawing, library } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const actions = useInstanceActions()
  const { follow } = useLibrary()
  const newer = session === drawing ? library.getNewerEntry(symbol) : undefined
  const ids = components.map(({ id }) => id)
  const write = (name: string, value: ParamValue | null): void =>
    void session.run('set-params', { ids, params: { [name]: value } })
  return (
    <Section title={t('symbol.instanceOf', { name: symbol.name })}>
      {symbol.params.map((param) => {
        const { name, kind, words } = param
        const label = words ? localize(words) : name
        const id = `param-${name}-${ids.length === 1 ? ids[0] : 'many'}`
        const own = getParamValue(param, components)
        const isOwn = components.some(({ link }) => link && Object.hasOwn(link.params, name))
        return (
          <Row
            key={name}
            label={label}
            htmlFor={kind === 'color' ? undefined : id}
            isTall={kind === 'tag' || (kind === 'color' && typeof own === 'string' && readGradient(own) !== undefined)}
          >
            <ParamValueField id={id} label={label} kind={kind} value={own} onChange={(value) => write(name, value)} />
            {isOwn && (
              <button
                type="button"
                className="link-button"
                aria-label={t('symbol.defaultAgainOf', { name: label })}
                onClick={() => write(name, null)}
              >
                {t('symbol.defaultAgain')}
              </button>
            )}
          </Row>
        )
      })}
      {symbol.params.length === 0 && <p className="panel-hint flush">{t('symbol.noParams')}</p>}
      {newer && (
        <p className="panel-hint flush">
          {t('library.isNewer', { revision: newer.revision, old: symbol.origin?.revision })}
        </p>
      )}
      <div className="symbol-actions">
        {newer && (
          <Button size="small" icon={<CloudDownloadOutlined aria-hidden />} onClick={() => void follow(symbol)}>
            {t('library.updateInstances', { number: countInstances(drawing, new Set([symbol.id])) })}
          </Button>
        )}
        {actions.map(({ key, words, icon, isOff, run }) => (
          <Button key={key} size="small" icon={icon} disabled={isOff} onClick={run}>
            {words}
          </Button>
        ))}
      </div>
    </Section>
  )
})

const Member = observer(function Member({ components }: { readonly components: readonly Component[] }) {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const [first] = components
  const instance = first && instanceAround(session.document, first)
  const symbol = instance?.link && session.symbols.find(({ id }) => id === instance.link?.symbol)
  if (!symbol || !instance) return null
  return (
    <Section title={t('symbol.memberOf', { name: instance.name || symbol.name })}>
      <p className="panel-hint flush">{t('symbol.memberHint')}</p>
      <div className="symbol-actions">
        <Button size="small" onClick={() => session.run('reset-overrides', { ids: components.map(({ id }) => id) })}>
          {t('symbol.reset')}
        </Button>
      </div>
    </Section>
  )
})

/** Value shared by all instances; undefined if they differ. */
function getParamValue(
  { name, default: usual }: SymbolParam,
  components: readonly Component[],
): ParamValue | undefined {
  const values = new Set(components.map(({ link }) => link?.params[name] ?? usual))
  return values.size === 1 ? [...values][0] : undefined
}
