import { LockOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { ListedDrawing } from '../../contract/routes.ts'
import { Card } from '../kit/page/Card.tsx'
import { runPath } from '../kit/drawing/drawingPaths.ts'
import { DrawingActions } from './DrawingActions.tsx'
import { FavouriteStar } from './FavouriteStar.tsx'
import { Picture } from './Picture.tsx'

interface DrawingCardProps {
  readonly drawing: ListedDrawing
  readonly project: string
  /** Name of its floor, if it shows one. */
  readonly floor: string | null
}

/** Card of a drawing: thumbnail (a click runs it), details, last save and actions. */
export function DrawingCard({ drawing, project, floor }: DrawingCardProps) {
  const { t } = useTranslation('center')
  const { name, revision, width, height, components, updatedAt, updatedBy, description, isPublic } = drawing
  return (
    <Card
      name={name}
      picture={<Picture drawing={drawing} />}
      to={{ path: runPath(drawing.id), label: t('runNamed', { name }) }}
      description={description || t('noDescription')}
      facts={
        <>
          <span className="card-project">{project}</span>
          {!isPublic && (
            <span>
              <LockOutlined aria-hidden /> {t('private')}
            </span>
          )}
          {floor && <span>{t('floor', { floor })}</span>}
          <span>{t('size', { width, height })}</span>
          <span>{t('components', { count: components })}</span>
        </>
      }
      saved={{ revision: t('revision', { revision }), at: updatedAt, by: updatedBy }}
      actions={
        <>
          <FavouriteStar drawing={drawing} />
          <DrawingActions drawing={drawing} />
        </>
      }
    />
  )
}
