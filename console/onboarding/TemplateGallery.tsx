import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { MappingTemplate } from '../../contract/mapping/index.ts'
import { mappingTemplates } from '../../contract/mapping/index.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'

/** Where the mapping of a new device comes from. */
export type Source = { readonly kind: 'template'; readonly template: MappingTemplate } | { readonly kind: 'listen' }

/** Templates that the page can apply. The server's own format needs no mapping. */
const offered = mappingTemplates.filter(({ id }) => id !== 'mimic')

/** Gallery of device makes, and "Listen" for any other device. */
export function TemplateGallery({ onChoose }: { readonly onChoose: (source: Source) => void }) {
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const entry = (key: string, name: string, text: string, source: Source) => (
    <li key={key} className="onboarding-template">
      <strong>{name}</strong>
      <p>{text}</p>
      <span className="onboarding-pair">
        <Button size="small" aria-label={t('gallery.chooseNamed', { name })} onClick={() => onChoose(source)}>
          {t('gallery.choose')}
        </Button>
        {source.kind === 'template' && (
          <Link to={`/help/device-makes/${source.template.id}`} aria-label={t('gallery.helpNamed', { name })}>
            {t('gallery.help')}
          </Link>
        )}
      </span>
    </li>
  )
  return (
    <ul className="onboarding-gallery" aria-label={t('gallery.title')}>
      {entry('listen', t('gallery.listen'), t('gallery.listenText'), { kind: 'listen' })}
      {offered.map((template) =>
        entry(template.id, localize(template.words), localize(template.description), { kind: 'template', template }),
      )}
    </ul>
  )
}
