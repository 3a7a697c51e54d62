import { getCamerasPath } from '../../app/pages/editions.ts'
import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const camera: Guide = {
  path: '/SystemCamera',
  title: { en: 'Cameras', zh: '摄像头' },
  lead: { en: 'How the video of a camera reaches a drawing.', zh: '摄像头画面到达图纸的方式。' },
  sections: [
    {
      heading: { en: 'Sources', zh: '接入方式' },
      pieces: [
        figure('camera', 'Camera, service, browser', '摄像头、服务与浏览器'),
        terms(
          [
            'Cloud camera',
            '云摄像头',
            'By device serial and channel number, through the camera service named by CAMERA_URL.',
            '通过设备序列号和通道号，由 CAMERA_URL 指定的视频服务提供。',
          ],
          [
            'Live FLV',
            'FLV 直播',
            'An address that ends in .flv. If no new picture arrives for 10 s, the stream is opened again and its cover is shown.',
            '以 .flv 结尾的地址。画面停止更新 10 秒后会重新打开视频流，期间显示封面。',
          ],
          ['Live HLS', 'HLS 直播', 'An address that ends in .m3u8.', '以 .m3u8 结尾的地址。'],
          [
            'WebRTC',
            'WebRTC',
            'A WHEP address of a video gateway; the shortest delay.',
            '视频网关的 WHEP 地址，延迟最短。',
          ],
          [
            'RTSP',
            'RTSP',
            'Through the video gateway named by VIDEO_GATEWAY. Mimic signs in to the camera with its user name and password.',
            '经 VIDEO_GATEWAY 指定的视频网关，使用摄像头的用户名和密码登录。',
          ],
          ['MP4', 'MP4', 'A recorded video.', '录制好的视频。'],
        ),
        note(
          'Addresses of other sites must be listed in ALLOWED_ORIGINS on the server; the browser blocks others.',
          '其他站点的地址需在服务器的 ALLOWED_ORIGINS 中允许，否则浏览器会拒绝。',
        ),
      ],
    },
    {
      heading: { en: 'Adding a camera', zh: '新增摄像头' },
      pieces: [
        steps(
          [
            'Add it under Facilities, Cameras, with channel name and number.',
            '在“设施管理—摄像头”中新增，填写通道名称和通道号。',
          ],
          [
            'Enter user name and password for RTSP and ONVIF. The password is stored encrypted and never reaches a browser. With an ONVIF address the enlarged video can be moved and saved as a picture.',
            'RTSP 和 ONVIF 需填写用户名和密码，密码加密保存，不会发送到浏览器。填写 ONVIF 地址后，放大画面可控制云台并抓拍。',
          ],
          [
            'In the designer drag a video component onto the drawing and choose source, serial and channel or address, and a cover.',
            '在设计器中拖入视频组件，选择来源、序列号与通道或地址，并设置封面。',
          ],
        ),
        text(
          'When the stream is interrupted, the cover is shown and the component retries automatically at increasing intervals.',
          '视频中断时显示封面，组件会以逐渐增大的间隔自动重试。',
        ),
        link(getCamerasPath, 'To the cameras', '前往摄像头'),
      ],
    },
  ],
}
