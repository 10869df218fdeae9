import NIOCore

/// Keeps a new connection until its client sends something.
///
/// Until then, it costs no tasks and no parser of HTTP: a crowd of connections that send nothing delays nobody.
final class FirstBytes: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The time at which the client has been silent for too long.
  private let end: NIODeadline
  private let arrived: () -> Void
  private var bytes: ByteBuffer?
  private var deadline: Scheduled<Void>?
  /// What the client has left of its time. The time until the connection is taken up does not count.
  private(set) var timeLeft = TimeAmount.zero

  /// - Parameters:
  ///   - patience: how long the connection stays open from now on if the client sends nothing.
  ///   - arrived: is called once, on the event loop.
  init(patience: Duration, arrived: @escaping () -> Void) {
    end = .now() + TimeAmount(patience)
    self.arrived = arrived
  }

  func channelActive(context: ChannelHandlerContext) {
    deadline = context.channel.closing(after: end - .now())
    context.read()
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var piece = unwrapInboundIn(data)
    if bytes?.writeBuffer(&piece) == nil {
      bytes = piece
      deadline?.cancel()
      timeLeft = max(.zero, end - .now())
      arrived()
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func removeHandler(context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken) {
    if let bytes {
      context.fireChannelRead(wrapInboundOut(bytes))
      context.fireChannelReadComplete()
    }
    context.leavePipeline(removalToken: removalToken)
  }
}

extension Channel {
  func closing(after time: Duration) -> Scheduled<Void> { closing(after: TimeAmount(time)) }

  func closing(after time: TimeAmount) -> Scheduled<Void> {
    eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
  }
}
