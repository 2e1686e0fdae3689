/** Short news at the bottom right, above Take over and Hand back. Nothing is said here alone. */
import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import type { ReactElement } from "react";

export function Toasts(): ReactElement {
  return (
    <Toast.Portal>
      <Toast.Viewport
        aria-label="News"
        className="fixed right-4 bottom-21 z-30 flex w-90 max-w-[calc(100vw-2rem)] flex-col-reverse gap-2 outline-none"
      >
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  );
}

function ToastList(): ReactElement[] {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={`popup w-full transition-opacity duration-120 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0 ${
        toast.type === "error" ? "border-fail" : toast.type === "asks" ? "border-wait" : ""
      }`}
    >
      <Toast.Content className="flex items-start gap-2 p-3">
        <div className="min-w-0 flex-1">
          <Toast.Title className={`font-semibold ${toast.type === "error" ? "text-fail" : ""}`} />
          <Toast.Description className="line-clamp-3 text-text-2 break-words" />
          {toast.actionProps && <Toast.Action className="button mt-2" />}
        </div>
        <Toast.Close className="icon-button" aria-label="Close">
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
