import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntityRoutes } from '../../../../contract/entity/routes.ts'
import { model } from '../../../../contract/scada/gallery.ts'
import { useStores } from '../../../stores/root.ts'
import { useEntityPage } from '../../../stores/hooks/useEntityPage.ts'
import { ModelDialog } from '../../dialogs/ModelDialog.tsx'
import { checkModel, listedQuery, type ModelCheckResult } from './modelCheck.ts'

interface ModelButtonsProps {
  /** Stored URL; empty if there is none. */
  readonly url: string
  readonly isOff: boolean
  readonly onModel: (url: string) => void
}

/** Buttons next to a model URL: select from the model list, and check whether the model can be loaded. */
export function ModelButtons({ url, isOff, onModel }: ModelButtonsProps) {
  const { t } = useTranslation('designer')
  const { session } = useStores()
  const [isChoosing, setChoosing] = useState(false)
  const mayList = modelPolicy !== undefined && session.mayCall(modelPolicy)
  return (
    <>
      {mayList && (
        <Button size="small" disabled={isOff} className="picture-button" onClick={() => setChoosing(true)}>
          {t('model.choose')}
        </Button>
      )}
      {isChoosing && (
        <ModelDialog
          chosen={url}
          onModel={(next) => {
            onModel(next)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {url !== '' && mayList && <Listed key={`listed ${url}`} url={url} />}
      {url !== '' && <ModelCheck key={`answer ${url}`} url={url} />}
    </>
  )
}

/** Name of the model list entry with this URL, and whether it is retired. */
function Listed({ url }: { readonly url: string }) {
  const { t } = useTranslation('designer')
  const listed = useEntityPage(model, listedQuery(url))
  const row: Readonly<Record<string, unknown>> | undefined = listed?.rows.find(
    (one) => 'url' in one && one['url'] === url,
  )
  if (!row || typeof row['name'] !== 'string') return null
  return row['isAbandoned'] === true ? (
    <div className="field-fault" role="alert">
      {t('model.abandoned', { name: row['name'] })}
    </div>
  ) : (
    <div className="field-note">{row['name']}</div>
  )
}

function ModelCheck({ url }: { readonly url: string }) {
  const { t } = useTranslation('designer')
  const [answer, setAnswer] = useState<ModelCheckResult | null>(null)
  useEffect(() => {
    const control = new AbortController()
    void checkModel(url, control.signal).then((got) => {
      if (!control.signal.aborted) setAnswer(got)
    })
    return () => control.abort()
  }, [url])
  return answer === null || answer === 'model' ? null : (
    <div className="field-fault" role="alert">
      {t(answer === 'none' ? 'model.unreached' : 'model.other')}
    </div>
  )
}

const modelPolicy = getEntityRoutes(model)['list']?.policy
