import { Container, ImageSource, Sprite, Texture } from 'pixi.js'
import type { DrawingDocument } from '../document/index.ts'

/** The layer behind the components: its colour and its picture, stretched to its size. */
export class Backdrop {
  readonly view = new Container({ label: 'backdrop', eventMode: 'none' })
  private readonly colour = new Sprite(Texture.WHITE)
  private readonly document: DrawingDocument
  private readonly unlisten: () => void
  private readonly wake: () => void
  private picture: Sprite | null = null
  private shown = ''

  constructor(document: DrawingDocument, wake: () => void) {
    this.document = document
    this.wake = wake
    this.view.addChild(this.colour)
    this.unlisten = document.onChange((diff) => { if (diff.layer) this.follow() })
    this.follow()
  }

  destroy(): void {
    this.unlisten()
    this.shown = ''
    this.picture?.destroy({ texture: true, textureSource: true })
    this.view.destroy({ children: true })
  }

  private follow(): void {
    const { layer } = this.document
    this.colour.setSize(layer.width, layer.height)
    this.colour.tint = layer.backColor.slice(0, 7)
    this.colour.alpha = layer.backColor.length === 9 ? Number.parseInt(layer.backColor.slice(7), 16) / 255 : 1
    this.picture?.setSize(layer.width, layer.height)
    if (layer.backgroundImage !== this.shown) void this.load(layer.backgroundImage)
  }

  /** Loads the picture; an answer that comes after another was asked for, or not at all, changes nothing. */
  private async load(url: string): Promise<void> {
    this.shown = url
    this.picture?.destroy({ texture: true, textureSource: true })
    this.picture = null
    if (!url) return
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = url
    const isLoaded = await image.decode().then(() => true, () => false)
    if (!isLoaded || this.shown !== url) return
    const picture = new Sprite(new Texture({ source: new ImageSource({ resource: image }) }))
    picture.setSize(this.document.layer.width, this.document.layer.height)
    this.picture = picture
    this.view.addChild(picture)
    this.wake()
  }
}
