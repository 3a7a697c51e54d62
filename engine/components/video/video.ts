import { choice, flag, number, text } from '../../schema/index.ts'
import { defineComponent } from '../define.ts'
import { fitField, plateFields } from '../fields.ts'
import { drawBrokenBox, drawPicture, isBroken, solidWidth } from '../shapes.ts'

/**
 * Live video: a cloud camera by serial number and channel, a live FLV, HLS or WebRTC stream, or an MP4 file. Shows its cover in the
 * designer and until the video starts. At run time the overlay exists even without an address, to show that there is no
 * video instead of the designer's play icon.
 */
export const video = defineComponent({
  type: 'video',
  words: { en: 'Video', zh: '视频' },
  palette: 'more',
  size: { width: 320, height: 180 },
  miniatureColor: 'backgroundColor',
  fields: {
    source: choice(
      { en: 'Source', zh: '视频来源' },
      {
        bindable: false,
        default: 'flv',
        group: 'data',
        options: [
          { value: 'camera', words: { en: 'Cloud camera', zh: '云摄像头' } },
          { value: 'flv', words: { en: 'Live FLV', zh: 'FLV 直播' } },
          { value: 'hls', words: { en: 'Live HLS', zh: 'HLS 直播' } },
          { value: 'webrtc', words: { en: 'Live WebRTC (WHEP)', zh: 'WebRTC 直播（WHEP）' } },
          { value: 'mp4', words: { en: 'MP4 file', zh: 'MP4 文件' } },
        ],
      },
    ),
    serial: text(
      { en: 'Camera serial number', zh: '设备序列号' },
      {
        format: 'line',
        maxLength: 64,
        group: 'data',
        bindable: false,
        hint: {
          en: 'Serial number of a cloud camera. It selects the stream together with the channel.',
          zh: '云摄像机的序列号，与通道号一起确定视频流。',
        },
      },
    ),
    channel: number({ en: 'Channel', zh: '通道号' }, { default: 1, min: 1, max: 999, group: 'data', bindable: false }),
    url: text({ en: 'Address', zh: '视频地址' }, { format: 'url', maxLength: 2000, group: 'data' }),
    cover: text(
      { en: 'Cover', zh: '封面' },
      {
        format: 'picture',
        maxLength: 400_000,
        group: 'data',
        hint: { en: 'Shown until the video plays, and if it cannot be played.', zh: '视频播放前或无法播放时显示。' },
      },
    ),
    ...fitField,
    isMuted: flag({ en: 'Muted', zh: '静音' }, { default: true }),
    ...plateFields,
    backgroundColor: { ...plateFields.backgroundColor, default: '#20262cff' },
  },
  feeds: (props) =>
    props.source === 'camera' && props.serial !== ''
      ? [{ kind: 'camera', prop: 'url', serial: props.serial, channel: Math.round(props.channel) }]
      : [],
  overlay: (props) => ({
    kind: 'video',
    url: props.url,
    stream: props.source === 'camera' ? 'flv' : props.source,
    poster: props.cover,
    fit: props.fit,
    isMuted: props.isMuted,
  }),
  draw(brush, props, size) {
    brush.rect(0, 0, size.width, size.height, {
      fill: props.backgroundColor,
      stroke: props.borderColor,
      strokeWidth: solidWidth(props),
      radius: props.radius,
    })
    if (isBroken(props)) drawBrokenBox(brush, props, size, props.radius)
    if (props.cover !== '') drawPicture(brush, props, size, props.cover, props.fit)
    const reach = Math.min(size.width, size.height) * 0.12
    const [cx, cy] = [size.width / 2, size.height / 2]
    brush.ellipse(cx - 1.7 * reach, cy - 1.7 * reach, 3.4 * reach, 3.4 * reach, { fill: '#00000080' })
    brush.polygon([cx - 0.6 * reach, cy - 0.85 * reach, cx + 0.95 * reach, cy, cx - 0.6 * reach, cy + 0.85 * reach], {
      fill: '#ffffffd9',
    })
  },
})
