import { Container, ImageSource, Sprite, Texture } from 'pixi.js'
import type { DrawingDocument } from '../document/index.ts'

/**
 * The layer's background picture, stretched to the layer's size, over its background colour. Without a picture it is
 * hidden and the colour is painted with the pages: on software GL a screen-sized sprite costs more than the whole
 * drawing.
 */
export class Backdrop {
  readonly view = new Container({ label: 'backdrop', eventMode: 'none', visible: false })
  private readonly document: DrawingDocument
  private readonly unlisten: () => void
  private readonly wake: () => void
  private colour: Sprite | null = null
  private picture: Sprite | null = null
  private shown = ''

  constructor(document: DrawingDocument, wake: () => void) {
    this.document = document
    this.wake = wake
    this.unlisten = document.onChange((diff) => {
      if (diff.layer) this.follow()
    })
    this.follow()
  }

  destroy(): void {
    this.unlisten()
    this.shown = ''
    this.picture?.destroy({ texture: true, textureSource: true })
    this.view.destroy({ children: true })
  }

  private follow(): void {
    const { backgroundImage, backColor, width, height } = this.document.layer
    this.view.visible = backgroundImage !== ''
    if (backgroundImage !== this.shown) void this.load(backgroundImage)
    if (!backgroundImage) return
    this.colour ??= this.view.addChildAt(new Sprite(Texture.WHITE), 0)
    this.colour.setSize(width, height)
    this.colour.tint = backColor.slice(0, 7)
    this.colour.alpha = backColor.length === 9 ? Number.parseInt(backColor.slice(7), 16) / 255 : 1
    this.picture?.setSize(width, height)
  }

  /** Loads the picture. A failed load, or one that has been superseded, changes nothing. */
  private async load(url: string): Promise<void> {
    this.shown = url
    this.picture?.destroy({ texture: true, textureSource: true })
    this.picture = null
    if (!url) return
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = url
    const isLoaded = await image.decode().then(
      () => true,
      () => false,
    )
    if (!isLoaded || this.shown !== url) return
    const picture = new Sprite(new Texture({ source: new ImageSource({ resource: image }) }))
    picture.setSize(this.document.layer.width, this.document.layer.height)
    this.picture = picture
    this.view.addChild(picture)
    this.wake()
  }
}
