"""Faces of the games for other libraries; they hold no rules. None is here yet."""
