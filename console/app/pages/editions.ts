import type { Words } from '../../../contract/entity/field.ts'
import type { Edition } from '../../stores/session/preferences.ts'

/** Page to choose an edition. */
export const editionsPath = '/editions'

/** Name, home page and camera page of each edition. */
export const editionFacts: Readonly<
  Record<Edition, { readonly words: Words; readonly home: string; readonly cameras: string }>
> = {
  street: { words: { en: 'Street lamps', zh: '智慧路灯' }, home: '/homepage', cameras: '/camerainstallob' },
  tunnel: {
    words: { en: 'Tunnels', zh: '隧道照明' },
    home: '/homepageofflinemaptunnel',
    cameras: '/camerainstalltunnel',
  },
  industry: { words: { en: 'Industry', zh: '工业照明' }, home: '/homepageofflinemapmine', cameras: '/camerainstallob' },
}

/** Path of the camera page of the edition; that of `street` if none has been chosen. */
export const getCamerasPath = (edition: Edition | null): string => editionFacts[edition ?? 'street'].cameras

/** Home page of the edition; the edition chooser if none has been chosen. */
export const getHomePath = (edition: Edition | null): string =>
  edition === null ? editionsPath : editionFacts[edition].home
