import { ArrowLeftOutlined, LockOutlined } from '@ant-design/icons'
import { getDefinedSymbol } from '@mimic/engine/document'
import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { WholeLibraryEntry } from '../../contract/routes.ts'
import { EmptyPanel } from '../kit/page/EmptyPanel.tsx'
import { formatTime } from '../kit/text/formatTime.ts'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import { EntryActions } from './EntryActions.tsx'
import { EntryPicture } from './EntryPicture.tsx'
import { ParamList } from './ParamList.tsx'
import { listPath } from './paths.ts'
import '../kit/page/Cards.css'
import '../kit/page/List.css'
import './LibraryPage.css'

/** `/scada/component/detail?id=…`: large preview of a library symbol with its parameters. */
export const EntryPage = observer(function EntryPage() {
  const { library } = useStores()
  const { t } = useTranslation('library')
  const localize = useLocalized()
  const [params] = useSearchParams()
  const { entry, entryFailure } = library
  const isNamed = (params.get('id') ?? '') !== ''
  const missing = isNamed ? entryFailure && localize(entryFailure.words) : t('detail.unnamed')
  return (
    <div className="list-page">
      <header className="list-head">
        <Link to={listPath}>
          <Button type="text" size="small" icon={<ArrowLeftOutlined aria-hidden />}>
            {t('detail.back')}
          </Button>
        </Link>
        <h1>{t('detail.title')}</h1>
      </header>
      <div className="list-body" aria-busy={!entry && missing === null}>
        {missing !== null && (
          <EmptyPanel tone="failed" title={t('detail.failed')} text={missing}>
            <Link to={listPath}>
              <Button type="primary">{t('detail.back')}</Button>
            </Link>
          </EmptyPanel>
        )}
        {missing === null && (entry ? <Entry entry={entry} /> : <ProgressLine active />)}
      </div>
    </div>
  )
})

function Entry({ entry }: { readonly entry: WholeLibraryEntry }) {
  const { t } = useTranslation('library')
  const navigate = useNavigate()
  const {
    name,
    type,
    isPublic,
    revision,
    width,
    height,
    components,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
    definition,
  } = entry
  const symbol = getDefinedSymbol(definition)
  const within = definition.symbols?.filter((one) => one !== symbol) ?? []
  const facts = [
    [t('type'), type],
    [t('detail.seen'), t(isPublic ? 'public' : 'private')],
    [t('detail.revision'), String(revision)],
    [t('detail.size'), t('size', { width: Math.round(width), height: Math.round(height) })],
    [t('detail.components'), String(components)],
    [t('detail.created'), t('detail.by', { time: formatTime(createdAt), who: createdBy })],
    [t('detail.updated'), t('detail.by', { time: formatTime(updatedAt), who: updatedBy })],
    ...(within.length > 0 ? [[t('detail.within'), within.map((one) => one.name).join(', ')]] : []),
  ] as const
  return (
    <article className="entry" aria-label={name}>
      <div className="entry-large entry-picture">
        <EntryPicture key={`${entry.id}@${revision}`} entry={entry} />
      </div>
      <div className="entry-text">
        <h2>
          {!isPublic && <LockOutlined aria-hidden />} {name}
        </h2>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="entry-actions">
          <EntryActions entry={entry} onRemoved={() => void navigate(listPath)} />
        </div>
        <h3>{t('detail.params')}</h3>
        <ParamList params={symbol?.params ?? []} />
      </div>
    </article>
  )
}
